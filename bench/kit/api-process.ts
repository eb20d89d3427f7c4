import { answerWithMemory } from './memory.ts';

// The API as it is in production, that also says how much memory it holds.
answerWithMemory();
await import('../../server/src/main/api.ts');
