// `npm test`. Runs on any Node from 20 with nothing installed; the work is in test.ts, on the project's own Node.
import { runOnProjectNode } from '../start/bootstrap.mjs';
import { testHelp } from '../start/help.mjs';

if (process.argv.includes('--help') || process.argv.includes('-h')) console.log(testHelp);
else runOnProjectNode('tools/test/test.ts');
