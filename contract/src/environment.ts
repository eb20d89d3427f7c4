import { z } from 'zod';
import { route } from './route.ts';

/** What an installation says of itself to whoever opens it. Nothing in it is a secret. */
export const Environment = z.object({
  /** What it is called where it is not the one that people work in, such as 'Homologação'; null where it is. */
  homologation: z.string().nullable(),
  support_email: z.string(),
  /** The chat of the support; null without one. */
  support_chat_url: z.url().nullable(),
  /** Where the next version can be tried; null without one. */
  beta_url: z.url().nullable(),
  /** The host of the short links; null without one. */
  short_links_url: z.url().nullable(),
});
export type Environment = z.infer<typeof Environment>;

export const getEnvironment = route('GET /environment', {
  summary: 'What this installation is, and where its help is found',
  permission: 'public',
  duringMaintenance: true,
  answer: Environment,
});
