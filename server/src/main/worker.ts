import { runProcess } from './run-process.ts';
import { runWorker } from './run-worker.ts';

// Below the 30 s that orchestrators wait before they kill.
await runProcess('worker', { parts: [runWorker], stopWithinMs: 25_000 });
