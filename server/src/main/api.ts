import { runApi } from './run-api.ts';
import { runProcess } from './run-process.ts';

// Below the 30 s that orchestrators wait before they kill.
await runProcess('api', { parts: [runApi], stopWithinMs: 25_000 });
