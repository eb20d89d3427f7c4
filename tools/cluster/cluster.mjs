// `npm run cluster`. Runs on any Node from 20 with nothing installed; the work is in cluster.ts, on the project's own.
import { runOnProjectNode } from '../start/bootstrap.mjs';
import { clusterHelp } from './help.mjs';

if (process.argv.includes('--help') || process.argv.includes('-h')) console.log(clusterHelp);
else runOnProjectNode('tools/cluster/cluster.ts');
