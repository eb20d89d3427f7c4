import { join } from 'node:path';
import { startLoopbackServer } from '#platform/mail/loopback-server.ts';
import { openOutbox } from '#platform/mail/outbox.ts';
import { SmtpPool } from '#platform/mail/smtp-pool.ts';
import { parseSmtpUrl } from '#platform/mail/smtp-url.ts';
import type { House } from '#platform/house/house.ts';

export interface OutgoingMail {
  readonly pool: SmtpPool;
  close(): Promise<void>;
}

const closeGraceMs = 500;

/** Where the development server keeps the messages that `/dev/outbox` shows. */
export function outboxFolder(dataDir: string): string {
  return join(dataDir, 'outbox');
}

/**
 * The way out for e-mail: the server of SMTP_URL; in development without one, a real server on loopback that keeps what
 * it gets. Null when neither is there: then sends wait in the queue until somebody sets SMTP_URL.
 */
export async function openOutgoingMail({ config, clock, log }: House): Promise<OutgoingMail | null> {
  if (config.smtpUrl) {
    const pool = new SmtpPool(parseSmtpUrl(config.smtpUrl));
    return { pool, close: () => pool.close(closeGraceMs) };
  }
  if (!config.development) {
    log.warn({}, 'SMTP_URL is not set: nothing is sent until it is');
    return null;
  }
  const outbox = await openOutbox(outboxFolder(config.dataDir));
  const server = await startLoopbackServer({
    port: 0,
    store: outbox.store,
    onStoreFailed: (error) => log.error({ err: error }, 'the outbox could not keep a message'),
    clock,
  });
  const pool = new SmtpPool(parseSmtpUrl(`smtp://127.0.0.1:${server.port}?connections=20&messages=10000&tls=off`));
  return {
    pool,
    async close() {
      await pool.close(closeGraceMs);
      await server.close();
      await outbox.close();
    },
  };
}
