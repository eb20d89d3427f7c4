import { runApi } from './run-api.ts';
import { runProcess } from './run-process.ts';
import { runWorker } from './run-worker.ts';

// Somebody is waiting at the terminal after Ctrl-C.
await runProcess('escuta', { parts: [runApi, runWorker], stopWithinMs: 9_000 });
