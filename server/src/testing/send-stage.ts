import { vi, expect } from 'vitest';
import type { SendId } from '@escuta/contract/ids';
import type { QueueEntry, QueueItem } from '@escuta/contract/sends';
import { SmtpPool } from '#platform/mail/smtp-pool.ts';
import { parseSmtpUrl } from '#platform/mail/smtp-url.ts';
import { signedIn, unitOf } from './factories.ts';
import { startMailSink } from './mail-sink.ts';
import type { MailSink } from './mail-sink.ts';
import { createPublishedSurvey, forgetSends } from './send-factories.ts';
import type { TestContext } from './test-context.ts';

/** What starts a sender: given by the test, because only a module's own tests may reach into it. */
type StartSender = (context: TestContext, transport: SmtpPool) => { stop(): Promise<void> };

/** A member of a company with a published survey, who sends it over HTTP to whom they like. */
export async function openDesk(context: TestContext) {
  const user = await signedIn(context);
  const unit = { companyId: user.companyId, businessUnitId: await unitOf(context, user.companyId) };
  const { headers } = user;
  const survey = await createPublishedSurvey(context, unit);
  const ask = async (url: string) => (await context.app.inject({ url: `/api${url}`, headers })).json();
  const post = (url: string, payload: object) =>
    context.app.inject({ method: 'POST', url: `/api${url}`, headers, payload });

  return {
    ...user,
    unit,
    survey,
    async send(form: object = {}): Promise<SendId> {
      const payload = { surveyId: survey.surveyId, audience: { kind: 'all' }, channel: 'email', ...form };
      return (await post('/sends', payload)).json()._id;
    },
    preview: async (form: object = {}) =>
      (
        await post('/sends/audience', {
          surveyId: survey.surveyId,
          audience: { kind: 'all' },
          channel: 'email',
          ...form,
        })
      ).json(),
    entry: (id: string): Promise<QueueEntry> => ask(`/queues/${id}`),
    async items(id: string): Promise<Map<string | null, QueueItem>> {
      const items: QueueItem[] = await ask(`/queues/${id}/items`);
      return new Map(items.map((item) => [item.customer?.email ?? null, item]));
    },
    finished: (id: string) =>
      vi.waitFor(async () => expect((await ask(`/queues/${id}`)).status).toBe('finished'), {
        timeout: 25_000,
        interval: 50,
      }),
  };
}
export type Desk = Awaited<ReturnType<typeof openDesk>>;

/** A mail server on loopback with workers that send to it, until `close`. */
export async function openMailWorks(
  context: TestContext,
  startSender: StartSender,
  { workers = 1, judge = {} }: { workers?: number; judge?: Parameters<typeof startMailSink>[0] } = {},
): Promise<{ mail: MailSink; close(): Promise<void> }> {
  await forgetSends(context);
  const mail = await startMailSink(judge);
  const pools = Array.from({ length: workers }, () => new SmtpPool(parseSmtpUrl(mail.url)));
  const senders = pools.map((pool) => startSender(context, pool));
  return {
    mail,
    async close() {
      await Promise.all(senders.map((sender) => sender.stop()));
      await Promise.all(pools.map((pool) => pool.close(1_000)));
      await mail.close();
      await forgetSends(context);
    },
  };
}
