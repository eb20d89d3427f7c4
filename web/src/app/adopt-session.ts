import { exchangeToken } from '@escuta/contract/access';
import { askAs } from '#web/lib/ask-as.ts';
import { rememberSession } from '#web/lib/session.ts';

/** Enters with a token that came from elsewhere: it is exchanged for another, and worth nothing from then on. */
export async function adoptSession(token: string): Promise<void> {
  const { user, token: own } = await askAs(exchangeToken, token);
  rememberSession(user, own);
}
