import { expect, test } from 'vitest';
import { createCompany } from '../../testing/factories.ts';
import { createPublishedSurvey, createSendRow } from '../../testing/send-factories.ts';
import { testContext } from '../../testing/test-context.ts';
import { readBacklog } from './backlog.ts';
import { addProgress } from './progress.ts';

const context = testContext();

test('what is left is counted over all companies: planned, without final answers, and not unknown', async () => {
  const before = await readBacklog(context.database);
  for (let company = 0; company < 2; company += 1) {
    const unit = await createCompany(context);
    const { companyId } = unit;
    const { sendId } = await createSendRow(context, {
      ...unit,
      ...(await createPublishedSurvey(context, unit)),
      total: 20,
    });
    await context.database.withCompany(companyId, async (tx) => {
      const runnable = { company_id: companyId, send_id: sendId, provider_account: 'smtp' };
      await tx
        .insertInto('send_runnable')
        .values({ ...runnable, next_at: context.clock.now() })
        .execute();
      await addProgress(tx, { companyId, shard: 0, deltas: [{ sendId, planned: 20 }] });
      await addProgress(tx, {
        companyId,
        shard: 7,
        deltas: [{ sendId, accepted: 5, rejected: 1, skipped: 1, unknown: 1, openUnknown: 2 }],
      });
    });
  }
  const after = await readBacklog(context.database);
  expect({
    sends: after.sends - before.sends,
    items: after.items - before.items,
    openUnknown: after.openUnknown - before.openUnknown,
  }).toEqual({ sends: 2, items: 20, openUnknown: 4 });
});
