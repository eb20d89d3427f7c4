import { emailTransport } from '#modules/sends/channels/email/email-transport.ts';
import { smsTransport } from '#modules/sends/channels/sms/sms-transport.ts';
import { startSender } from '#modules/sends/engine/sender.ts';
import { makeItemMonths } from '#modules/sends/make-item-months.ts';
import { startMailDelivery } from '#platform/mail/transactional/deliver-mails.ts';
import { startJobs } from '#platform/jobs/jobs.ts';
import { measuredSchedule, measuredSubscription } from '#platform/metrics/measured-jobs.ts';
import type { ProcessContext } from './process-context.ts';
import { openOutgoingMail } from './outgoing-mail.ts';
import { openOutgoingSms } from './outgoing-sms.ts';
import { watchBacklog } from './watch-backlog.ts';
import { allSchedules, allSubscriptions } from './workers.ts';

/** Works until stopped; a stop lets the running jobs and the messages on their way finish and gives the rest back. */
export async function runWorker(context: ProcessContext): Promise<{ stop(): Promise<void> }> {
  const { config, database, log, metrics } = context;
  await makeItemMonths(context);
  const jobs = await startJobs({
    databaseUrl: config.databaseUrl,
    database,
    log,
    subscriptions: allSubscriptions(context).map((one) => measuredSubscription(one, metrics)),
    schedules: allSchedules(context).map((one) => measuredSchedule(one, metrics)),
  });
  const mail = await openOutgoingMail(context);
  const sms = await openOutgoingSms(context);
  const sender = startSender(context, {
    ...(mail && { email: emailTransport(mail.pool) }),
    ...(sms && { sms: smsTransport(sms.client) }),
  });
  const delivery = mail && startMailDelivery(context, mail.pool);
  watchBacklog(context, jobs);
  log.info({}, 'working');
  return {
    async stop() {
      await Promise.all([jobs.stop(), sender.stop(), delivery?.stop()]);
      await Promise.all([mail?.close(), sms?.close()]);
    },
  };
}
