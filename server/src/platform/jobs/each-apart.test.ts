import { expect, test } from 'vitest';
import { CompanyId } from '@escuta/contract/ids';
import { createLog } from '#platform/log/log.ts';
import { eachApart } from './each-apart.ts';

const items = ['1', '2', '3'].map((end) => ({
  companyId: CompanyId.parse(`019a9f3e-0000-7000-8000-00000000000${end}`),
}));

test('what stands in the way of one stands in no other’s, and the whole fails when all had their turn', async () => {
  const broken = new Error('a lock that nobody gives');
  const done: CompanyId[] = [];
  const work = async ({ companyId }: (typeof items)[number]) => {
    if (companyId !== items[1]?.companyId) done.push(companyId);
    else throw broken;
  };
  await expect(eachApart(createLog('test', 'silent'), items, work)).rejects.toMatchObject({
    errors: [broken],
    message: '1 of 3 failed',
  });
  expect(done).toEqual([items[0]?.companyId, items[2]?.companyId]);
});
