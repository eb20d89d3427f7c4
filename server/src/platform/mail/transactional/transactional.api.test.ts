import PostalMime from 'postal-mime';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startMailSink } from '../../../testing/mail-sink.ts';
import type { MailSink, SinkVerdict } from '../../../testing/mail-sink.ts';
import { forgetQueuedMails } from '../../../testing/queued-mails.ts';
import { testContext } from '../../../testing/test-context.ts';
import { SmtpPool } from '../smtp-pool.ts';
import { parseSmtpUrl } from '../smtp-url.ts';
import { deliverMails } from './deliver-mails.ts';
import { mailSchedules } from './forget-mails.ts';
import type { MailContent } from './mail-content.ts';
import { mailState, queueMail } from './queue-mail.ts';

const context = testContext();
const minute = 60_000;
const open: { close(): Promise<unknown> }[] = [];

// What other files have queued in this database is not sent here.
beforeAll(() => forgetQueuedMails(context));
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

const content: MailContent = {
  language: 'es',
  subject: 'Su código es 1234 <b>',
  preview: 'Válido por 10 minutos',
  title: 'Confirme su correo',
  blocks: [
    { text: 'Hola, José & Hijos <script>' },
    { code: '1234' },
    { button: { label: 'Abrir', url: 'https://escuta.example/x?a=1&b=2' } },
    { facts: [['Cuándo', '23 nov 2026']] },
  ],
  footer: 'Si no lo pidió, ignore este mensaje.',
};

async function server(message: () => SinkVerdict = () => 'accept'): Promise<{ sink: MailSink; pool: SmtpPool }> {
  const sink = await startMailSink({ message });
  const pool = new SmtpPool(parseSmtpUrl(sink.url));
  open.push(pool, sink);
  return { sink, pool };
}

function queue(to = 'ana@aurora.example', usefulMs = 10 * minute): Promise<string> {
  const now = context.clock.now();
  return context.database.withSystem((tx) => queueMail(tx, context.secrets, { to, content, now, usefulMs }));
}

const stateOf = (id: string) => context.database.withSystem((tx) => mailState(tx, id));

function rowOf(id: string) {
  return context.database.withSystem((tx) =>
    tx.selectFrom('queued_mails').selectAll().where('id', '=', id).executeTakeFirst(),
  );
}

describe('a mail of the product', () => {
  test('arrives as html and as text, in its language, with what people wrote escaped', async () => {
    const { sink, pool } = await server();
    const id = await queue();
    expect(await stateOf(id)).toBe('waiting');

    await deliverMails(context, pool);

    const mail = await PostalMime.parse(sink.messages[0]?.raw ?? '');
    expect(mail).toMatchObject({
      from: { name: 'Escuta', address: context.config.mailFrom },
      to: [{ address: 'ana@aurora.example' }],
      subject: 'Su código es 1234 <b>',
    });
    expect(mail.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated');
    expect(mail.html).toContain('<html lang="es">');
    expect(mail.html).toContain('José &amp; Hijos &lt;script&gt;');
    expect(mail.html).toContain('href="https://escuta.example/x?a=1&amp;b=2"');
    for (const words of ['Confirme su correo', '1234', 'https://escuta.example/x?a=1&b=2', 'Cuándo: 23 nov 2026'])
      expect(mail.text).toContain(words);
    expect(await stateOf(id)).toBe('sent');
  });

  test('is kept sealed while it waits, and not at all once it was sent', async () => {
    const { pool } = await server();
    const id = await queue('bia@horizonte.example');
    const waiting = (await rowOf(id))?.sealed ?? Buffer.from('');
    expect(waiting.length).toBeGreaterThan(500);
    expect(waiting.toString('latin1')).not.toContain('bia@horizonte.example');

    await deliverMails(context, pool);
    expect((await rowOf(id))?.sealed).toBeNull();
  });

  test('waits for a mail server that is away or says later, is tried again later and later, and arrives once', async () => {
    let verdict: SinkVerdict = { code: 451, words: 'later' };
    const { sink, pool } = await server(() => verdict);
    const id = await queue();

    await deliverMails(context, pool);
    expect(await stateOf(id)).toBe('delayed');
    await deliverMails(context, pool);
    expect(sink.messages).toHaveLength(1);
    context.clock.advance(5_000);
    await deliverMails(context, pool);
    expect(sink.messages).toHaveLength(2);
    context.clock.advance(5_000);
    await deliverMails(context, pool);
    expect(sink.messages).toHaveLength(2);

    verdict = 'accept';
    context.clock.advance(5_000);
    await deliverMails(context, pool);
    await deliverMails(context, pool);
    expect(sink.messages).toHaveLength(3);
    expect(await stateOf(id)).toBe('sent');
  });

  test('is given up when the server refuses it for good, and when it is of no use any more', async () => {
    const { sink, pool } = await server(() => ({ code: 550, words: 'no such mailbox' }));
    const refused = await queue();
    await deliverMails(context, pool);
    expect(await stateOf(refused)).toBe('given_up');

    const late = await queue('ana@aurora.example', minute);
    context.clock.advance(minute);
    await deliverMails(context, pool);
    expect(await stateOf(late)).toBe('given_up');
    expect((await rowOf(late))?.sealed).toBeNull();
    expect(sink.messages).toHaveLength(1);
  });

  test('is sent by one worker of two that look at once, and by another when its worker died', async () => {
    const { sink, pool } = await server();
    const id = await queue();
    await Promise.all([deliverMails(context, pool), deliverMails(context, pool)]);
    expect(sink.messages).toHaveLength(1);

    const next = await queue();
    const held = context.clock.now().getTime() + 5 * minute;
    await context.database.withSystem((tx) =>
      tx
        .updateTable('queued_mails')
        .set({ leased_until: new Date(held) })
        .where('id', '=', next)
        .execute(),
    );
    await deliverMails(context, pool);
    expect(sink.messages).toHaveLength(1);
    context.clock.advance(5 * minute);
    await deliverMails(context, pool);
    expect(sink.messages).toHaveLength(2);
    expect(await stateOf(id)).toBe('sent');
  });

  test('is forgotten after a week', async () => {
    const id = await queue();
    const [forget] = mailSchedules(context);
    context.clock.advance(7 * 24 * 60 * minute - 1);
    await forget?.run();
    expect(await stateOf(id)).toBe('waiting');
    context.clock.advance(2);
    await forget?.run();
    expect(await stateOf(id)).toBeUndefined();
  });
});
