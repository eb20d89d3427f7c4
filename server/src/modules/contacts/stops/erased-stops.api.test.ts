import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { invitedToMerge, mergeWorkplace, unsubscribeLink } from '../../../testing/merge-steps.ts';
import { testContext } from '../../../testing/test-context.ts';

const context = testContext();

test.each(['anonymized', 'deleted'] as const)(
  '[PRIVACY-09, PRIVACY-11] of merged people who are %s no stop says whose it was, and of nobody else is any lost',
  async (as) => {
    const here = await mergeWorkplace(context);
    const { companyId, call, create, merged } = here;
    const { kept, other, alone } = await invitedToMerge(context, here);
    const [keptId, otherId, aloneId] = [kept.contact.id, other.contact.id, alone.contact.id];
    const more = await create({ name: 'Zoe', email: 'zoe@test.example', tel: null });
    for (const { token } of [other, alone]) await unsubscribeLink(context, token);
    await merged(otherId, more);
    await merged(keptId, otherId);
    await unsubscribeLink(context, other.token);
    await (as === 'anonymized'
      ? call('POST', `/contacts/${keptId}/anonymisation`, { comments: 'remove' })
      : call('DELETE', `/contacts/${keptId}`, {}));
    const { rows } = await context.database.withCompany(companyId, (tx) =>
      sql<{ of: string }>`
        SELECT DISTINCT contact_id AS of FROM stops WHERE company_id = ${companyId} AND contact_id IS NOT NULL
      `.execute(tx),
    );
    expect(rows).toEqual([{ of: aloneId }]);
    const { data } = (await call('GET', '/suppressions?limit=50')).body;
    const erased = data.map((entry: { erased: boolean }) => entry.erased).toSorted();
    expect(erased).toEqual(as === 'anonymized' ? [false, true, true, true] : [false, false, false, false]);
    await call('PUT', `/contacts/${aloneId}`, { tel: '+5511912345678' });
    const { stopped } = (await call('GET', `/contacts/${aloneId}/consents`)).body;
    expect(stopped.sms).toMatchObject({ reason: 'unsubscribed' });
  },
);
