import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { CuttableLink } from '../../../testing/cuttable-link.ts';
import { createCompany } from '../../../testing/factories.ts';
import { createManyContacts, createPublishedSurvey, createSendRow } from '../../../testing/send-factories.ts';
import { openCuttableContext } from '../../../testing/test-context.ts';
import type { TestContext } from '../../../testing/test-context.ts';
import { claimItems } from './claim-items.ts';
import { itemState } from '../item-state.ts';
import { openSentMarkBuffer } from './sent-mark-buffer.ts';
import { installationAccount } from './open-account.ts';
import { planSend } from './plan-send.ts';
import { chooseShard, readProgress } from '../progress.ts';
import { findWork, loadContext } from './send-context.ts';

let context: TestContext;
let link: CuttableLink;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ context, link, close } = await openCuttableContext());
});
afterAll(() => close());

const contacts = 6;

/** Items of a new send, as the results of a worker that reached all of their contacts. */
async function reachAll() {
  const unit = await createCompany(context);
  const { companyId } = unit;
  const survey = await createPublishedSurvey(context, unit);
  await createManyContacts(context, unit, contacts);
  const { sendId } = await createSendRow(context, { ...unit, ...survey, total: contacts, status: 'planning' });
  const now = context.clock.now();
  const items = await context.database.withCompany(companyId, async (tx) => {
    await planSend(tx, { companyId, sendId, now });
    const work = await findWork(tx, { companyId, sendId });
    if (!work) throw new Error('the send is gone');
    const account = installationAccount(context.config, 'email');
    const send = await loadContext(tx, context, { companyId, work, account });
    return claimItems(tx, { send, count: contacts, now });
  });
  const result = { state: itemState.accepted, reason: null, detail: null, attempt: 1, notBefore: null, at: now };
  return { companyId, sendId, settled: items.map((item) => ({ item, result })) };
}

test('marks are written in large batches: what comes while some are written waits for the next', async () => {
  const { settled } = await reachAll();
  const book = openSentMarkBuffer(context, chooseShard());
  book.add(settled.slice(0, 2));
  const flushed = book.flush();
  book.add(settled.slice(2));
  await flushed;
  expect(book.size).toBe(settled.length - 2);
});

test('marks count once, though their worker did not hear that they were committed and writes them twice', async () => {
  const { companyId, sendId, settled } = await reachAll();
  const book = openSentMarkBuffer(context, chooseShard());
  book.add(settled);
  const progress = () => context.database.withCompany(companyId, (tx) => readProgress(tx, { companyId, sendId }));
  const isAsked = link.holdAnswersTo('commit');
  const flushed = book.flush().catch((error: Error) => error.name);
  await isAsked;
  await vi.waitFor(async () => expect((await progress()).marked).toBeGreaterThan(0));
  await link.cut();
  expect(await flushed).toBe('DatabaseAwayError');
  expect(book.size).toBe(contacts);

  await link.mend();
  await book.flush();
  expect(book.size).toBe(0);
  const marked = await context.database.withCompany(companyId, (tx) =>
    tx
      .selectFrom('contacts')
      .select('id')
      .where('company_id', '=', companyId)
      .where('last_sent_at', 'is not', null)
      .execute(),
  );
  expect([(await progress()).marked, marked.length]).toEqual([contacts, contacts]);
});
