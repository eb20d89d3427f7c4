import { expect, test } from 'vitest';
import type { ItemId } from '@escuta/contract/ids';
import { newId } from '#platform/crypto/ids.ts';
import { runWrites } from '#platform/db/writes.ts';
import { createCompany, createContact } from '../../testing/factories.ts';
import { createItemRow, createPublishedSurvey, createSendRow } from '../../testing/send-factories.ts';
import { testContext } from '../../testing/test-context.ts';
import { countAnswers, findInvitedItems, itemState, readInvitationDays, recordEvidence } from './index.ts';
import { addToDays } from './invitation-days.ts';

const context = testContext();

async function oneItem() {
  const company = await createCompany(context);
  const survey = await createPublishedSurvey(context, company);
  const send = await createSendRow(context, { ...company, ...survey });
  const contact = await createContact(context, company);
  const executedAt = new Date('2026-11-02T03:04:05.678Z');
  const itemId = await createItemRow(context, {
    ...company,
    ...send,
    contactId: contact.id,
    state: itemState.accepted,
    executedAt,
  });
  return { ...company, ...survey, ...send, contactId: contact.id, itemId, executedAt };
}

test('invited items come with the survey and the contact behind them; unknown and foreign ones are left out', async () => {
  const item = await oneItem();
  const foreign = await oneItem();
  const wanted = [item, item, foreign, { itemsMonth: item.itemsMonth, itemId: newId<ItemId>() }].map(
    ({ itemsMonth, itemId }) => ({ itemsMonth, itemId }),
  );

  const found = await context.database.withCompany(item.companyId, (tx) =>
    findInvitedItems(tx, { companyId: item.companyId, items: wanted }),
  );

  expect(found).toEqual([
    {
      itemId: item.itemId,
      itemsMonth: item.itemsMonth,
      sendId: item.sendId,
      surveyId: item.surveyId,
      surveyVersionId: item.versionId,
      businessUnitId: item.businessUnitId,
      contactId: item.contactId,
      channel: 'email',
      state: itemState.accepted,
      executedAt: item.executedAt,
    },
  ]);
});

test('days of sending add up, also when one key comes twice in one call', async () => {
  const { companyId, businessUnitId, surveyId } = await oneItem();
  const key = { businessUnitId, surveyId, channel: 'email', day: '2026-11-02' } as const;
  const sums = await context.database.withCompany(companyId, async (tx) => {
    await addToDays(tx, { companyId, shard: 16, deltas: [{ ...key, sent: 10, failed: 2 }] });
    const deltas = [
      { ...key, responded: 1, completed: 0 },
      { ...key, responded: 2, completed: 1 },
      { ...key, day: '2026-12-01', responded: 5, completed: 5 },
    ];
    await runWrites(tx, [countAnswers({ companyId, deltas })]);
    return readInvitationDays(tx, {
      companyId,
      businessUnitId,
      from: '2026-11-01',
      to: '2026-11-30',
      surveyIds: [surveyId],
      channel: 'email',
      narrowing: null,
      timezone: 'America/Sao_Paulo',
    });
  });
  expect(sums).toEqual({ sent: 10, failed: 2, responded: 3, completed: 1 });
});

test('evidence of a message is kept once per kind', async () => {
  const { companyId, itemId } = await oneItem();
  const evidence = [
    { itemId, kind: 'answer' as const, at: new Date('2026-11-03T00:00:00Z') },
    { itemId, kind: 'answer' as const, at: new Date('2026-11-02T00:00:00Z') },
  ];
  const kept = await context.database.withCompany(companyId, async (tx) => {
    await runWrites(tx, [recordEvidence({ companyId, evidence })]);
    await runWrites(tx, [recordEvidence({ companyId, evidence })]);
    return tx
      .selectFrom('send_evidence')
      .select(['item_id', 'kind', 'at'])
      .where('company_id', '=', companyId)
      .execute();
  });
  expect(kept).toEqual([{ item_id: itemId, kind: 'answer', at: new Date('2026-11-02T00:00:00Z') }]);
});
