import { expect, vi } from 'vitest';
import { judge } from '../../server/src/testing/big-send.ts';
import type { BigSend } from '../../server/src/testing/big-send.ts';
import type { MailSink } from '../../server/src/testing/mail-sink.ts';

const waiting = { timeout: 30_000, interval: 200 };

/** Expects that a send comes to its end, that every contact got one message at one of the servers, and that the ledger says so. */
export async function expectReachedOnce(send: BigSend, mails: readonly MailSink[]): Promise<void> {
  await vi.waitFor(async () => expect((await send.entry()).status).toBe('finished'), waiting);
  const messages = mails.flatMap((mail) => mail.messages);
  expect(judge(send.addresses, messages, await send.items())).toEqual({
    missing: [],
    twice: [],
    claimed: [],
    denied: [],
    open: [],
    unknown: [],
  });
  expect((await send.entry()).processing).toEqual({
    accepted: send.addresses.length,
    heldBack: 0,
    failed: 0,
    unknown: 0,
    pending: 0,
  });
}
