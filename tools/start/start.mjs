// `npm start`. Runs on any Node from 20 with nothing installed; the work is in start.ts, on the project's own Node.
import { runOnProjectNode } from './bootstrap.mjs';
import { startHelp } from './help.mjs';

if (process.argv.includes('--help') || process.argv.includes('-h')) console.log(startHelp);
else runOnProjectNode('tools/start/start.ts');
