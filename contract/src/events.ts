import { z } from 'zod';
import { channel } from './primitives.ts';

/** Facts that modules tell each other through the transactional outbox. `occurredAt` is an instant in UTC. */
export const events = {
  'send.created': z.object({ sendId: z.uuid() }),
  'import.started': z.object({ importId: z.uuid() }),
  'response.recorded': z.object({
    responseId: z.uuid(),
    surveyId: z.uuid(),
    businessUnitId: z.uuid(),
    channel,
    complete: z.boolean(),
  }),
} as const;

export type EventName = keyof typeof events;
export type EventPayload<Name extends EventName> = z.infer<(typeof events)[Name]>;
