import { join } from 'node:path';
import { startLoopbackServer } from '#platform/mail/loopback-server.ts';
import { openDevMailbox } from '#platform/mail/dev-mailbox.ts';
import { SmtpPool } from '#platform/mail/smtp-pool.ts';
import { parseSmtpUrl } from '#platform/mail/smtp-url.ts';
import type { AppContext } from '#platform/app-context/app-context.ts';

export interface OutgoingMail {
  readonly pool: SmtpPool;
  close(): Promise<void>;
}

const closeGraceMs = 500;

/** Where the development server keeps the messages that `/dev/mailbox` shows. */
export function devMailboxFolder(dataDir: string): string {
  return join(dataDir, 'dev-mailbox');
}

/**
 * The way out for e-mail: the server of SMTP_URL; in development without one, a real server on loopback that keeps what
 * it gets. Null when neither is there: then sends wait in the queue until somebody sets SMTP_URL.
 */
export async function openOutgoingMail({ config, clock, log }: AppContext): Promise<OutgoingMail | null> {
  if (config.smtpUrl) {
    const pool = new SmtpPool(parseSmtpUrl(config.smtpUrl));
    return { pool, close: () => pool.close(closeGraceMs) };
  }
  if (!config.development) {
    log.warn({}, 'SMTP_URL is not set: nothing is sent until it is');
    return null;
  }
  const mailbox = await openDevMailbox(devMailboxFolder(config.dataDir));
  const server = await startLoopbackServer({
    port: 0,
    store: mailbox.store,
    onStoreFailed: (error) => log.error({ err: error }, 'the mailbox could not keep a message'),
    clock,
  });
  const pool = new SmtpPool(parseSmtpUrl(`smtp://127.0.0.1:${server.port}?connections=20&messages=10000&tls=off`));
  return {
    pool,
    async close() {
      await pool.close(closeGraceMs);
      await server.close();
      await mailbox.close();
    },
  };
}
