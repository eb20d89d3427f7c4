// `npm run bench:<noun>`. Runs on any Node from 20 with nothing installed; the work is in <noun>.ts, on the project's own Node.
import { runOnProjectNode } from '../tools/start/bootstrap.mjs';

runOnProjectNode('bench/run.ts');
