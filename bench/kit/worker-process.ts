import { answerWithMemory } from './memory.ts';

// The worker as it is in production, that also says how much memory it holds.
answerWithMemory();
await import('../../server/src/main/worker.ts');
