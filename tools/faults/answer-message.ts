import PostalMime from 'postal-mime';
import { newId } from '../../server/src/platform/crypto/ids.ts';
import type { SunkMessage } from '../../server/src/testing/mail-sink.ts';
import type { TestContext } from '../../server/src/testing/test-context.ts';

/** Answers a message that came, as its receiver would. Answers the status of the reply. */
export async function answerMessage(context: TestContext, message: SunkMessage | undefined): Promise<number> {
  const { text = '' } = await PostalMime.parse(message?.raw ?? '');
  const [, token] = /\/r\/([A-Za-z0-9_-]{54})/.exec(text) ?? [];
  const payload = { responseId: newId(), seq: 1, answers: { score: 9, why: 'Fine' }, complete: true };
  return (await context.app.inject({ method: 'POST', url: `/api/answers/${token}`, payload })).statusCode;
}
