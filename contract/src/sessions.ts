import { z } from 'zod';
import { SessionId } from './ids.ts';
import { byId, done, instant } from './primitives.ts';
import { route } from './route.ts';

/** A browser in which the user is signed in. */
export const Session = z.object({
  _id: SessionId,
  /** As people call them: 'Chrome', 'Windows'; null where the browser does not say. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  /** The network address of its last call. */
  address: z.string().nullable(),
  beganAt: instant,
  /** To within five minutes. */
  lastSeenAt: instant,
  isCurrent: z.boolean(),
});
export type Session = z.infer<typeof Session>;

export const listSessions = route('GET /me/sessions', {
  summary: 'Where the user is signed in, this browser first',
  permission: 'session',
  answer: z.object({ data: z.array(Session) }),
});

export const endOtherSessions = route('DELETE /me/sessions', {
  summary: 'End every session of the user but this one',
  permission: 'session',
  answer: z.object({ ended: z.number().int().min(0) }),
});

export const endOneSession = route('DELETE /me/sessions/:id', {
  summary: 'End one session of the user',
  permission: 'session',
  params: byId(SessionId),
  answer: done,
});
