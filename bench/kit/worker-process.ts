import { answerWithMemory } from './memory.ts';

// The worker as it is in production, that also says when it works, and how much memory it holds.
answerWithMemory();
await import('../../server/src/main/worker.ts');
process.send?.({});
