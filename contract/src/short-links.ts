import { z } from 'zod';
import { instant } from './primitives.ts';
import { route } from './route.ts';

export const openShortLinks = route('POST /short-links/access', {
  summary: 'A token for the host of the short links, good for a minute and for nothing of ours',
  permission: 'session',
  answer: z.object({ access_token: z.string(), expires_at: instant }),
  errors: { SHORT_LINKS_NOT_CONFIGURED: 409 },
});
