import { expect, test } from 'vitest';
import { createCompany } from '../../../testing/factories.ts';
import {
  createItemRow,
  createManyContacts,
  createPublishedSurvey,
  createSendRow,
} from '../../../testing/send-factories.ts';
import { testContext } from '../../../testing/test-context.ts';
import { itemState } from '../item-state.ts';
import { addProgress } from '../progress.ts';
import { installationAccount } from './open-account.ts';
import { openWorkCycle } from './work-cycle.ts';

const context = testContext();

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 12, minute));

/** A send whose worker was killed after the last result was written and before its contacts were marked. */
async function abandonedSend() {
  const unit = await createCompany(context);
  const survey = await createPublishedSurvey(context, unit);
  await createManyContacts(context, unit, 4);
  const send = await createSendRow(context, { ...unit, ...survey, total: 4, status: 'running' });
  const { companyId } = unit;
  const contacts = await context.database.withCompany(companyId, (tx) =>
    tx.selectFrom('contacts').select('id').where('company_id', '=', companyId).orderBy('email').execute(),
  );
  const states = [itemState.accepted, itemState.accepted, itemState.rejected, itemState.accepted];
  for (const [index, { id: contactId }] of contacts.entries()) {
    const state = states[index] ?? itemState.accepted;
    await createItemRow(context, { ...unit, ...send, contactId, state, executedAt: at(index) });
  }
  await context.database.withCompany(companyId, async (tx) => {
    const delta = { sendId: send.sendId, planned: 4, accepted: 3, marked: 1, rejected: 1 };
    await addProgress(tx, { companyId, shard: 1, deltas: [delta] });
    // Somebody wrote to this one again meanwhile: the later day stays.
    await tx
      .updateTable('contacts')
      .set({ last_sent_at: at(59) })
      .where('company_id', '=', companyId)
      .where('id', '=', contacts[3]!.id)
      .execute();
  });
  return { companyId, ...send };
}

test('contacts that a killed worker left unmarked are marked before their send ends', async () => {
  const { companyId, sendId } = await abandonedSend();
  const workOn = openWorkCycle(context, { account: installationAccount(context.config, 'email'), shard: 2 });

  expect(await workOn({ companyId, sendId }, 20)).toEqual([]);

  const { marks, status } = await context.database.withCompany(companyId, async (tx) => ({
    marks: await tx
      .selectFrom('contacts')
      .select('last_sent_at')
      .where('company_id', '=', companyId)
      .orderBy('email')
      .execute(),
    status: await tx
      .selectFrom('sends')
      .select('status')
      .where('company_id', '=', companyId)
      .where('id', '=', sendId)
      .executeTakeFirstOrThrow(),
  }));
  expect(marks.map((mark) => mark.last_sent_at)).toEqual([at(0), at(1), null, at(59)]);
  expect(status).toEqual({ status: 'done' });
});
