import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCompany } from '../../testing/factories.ts';
import { createPublishedSurvey, createSendRow } from '../../testing/send-factories.ts';
import { openTestHouse } from '../../testing/test-house.ts';
import type { TestHouse } from '../../testing/test-house.ts';
import { readBacklog } from './backlog.ts';
import { addProgress } from './progress.ts';
import { providerAccount } from './provider-account.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());

test('what is left is counted over all companies: planned, without final answers and without doubts', async () => {
  const before = await readBacklog(house.database);
  for (let company = 0; company < 2; company += 1) {
    const place = await createCompany(house);
    const { companyId } = place;
    const { sendId } = await createSendRow(house, {
      ...place,
      ...(await createPublishedSurvey(house, place)),
      total: 20,
    });
    await house.database.withCompany(companyId, async (tx) => {
      const runnable = { company_id: companyId, send_id: sendId, provider_account: providerAccount };
      await tx
        .insertInto('send_runnable')
        .values({ ...runnable, next_at: house.clock.now() })
        .execute();
      await addProgress(tx, { companyId, shard: 0, deltas: [{ sendId, planned: 20 }] });
      await addProgress(tx, {
        companyId,
        shard: 7,
        deltas: [{ sendId, accepted: 5, rejected: 1, skipped: 1, unknown: 1, inDoubt: 2 }],
      });
    });
  }
  const after = await readBacklog(house.database);
  expect({
    sends: after.sends - before.sends,
    items: after.items - before.items,
    inDoubt: after.inDoubt - before.inDoubt,
  }).toEqual({ sends: 2, items: 20, inDoubt: 4 });
});
