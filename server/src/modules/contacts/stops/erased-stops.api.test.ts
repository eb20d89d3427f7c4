import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { invitedToMerge, mergeWorkplace, unsubscribeLink } from '../../../testing/merge-steps.ts';
import { testContext } from '../../../testing/test-context.ts';

const context = testContext();

test.each(['anonymized', 'deleted'] as const)(
  '[PRIVACY-09, PRIVACY-11] of merged people who are %s no stop says whose it was but those of addresses, and of nobody else is any lost',
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
      sql<{ of: string; places: boolean[] }>`
        SELECT contact_id AS of, array_agg(DISTINCT address_hash IS NOT NULL) AS places FROM stops
        WHERE company_id = ${companyId} AND contact_id IS NOT NULL GROUP BY contact_id
      `.execute(tx),
    );
    const places = Object.fromEntries(rows.map((row) => [row.of, row.places]));
    const gone = as === 'anonymized' ? {} : { [keptId]: [true], [otherId]: [true] };
    expect(places).toEqual({ ...gone, [aloneId]: [false, true] });
    const { data } = (await call('GET', '/suppressions?limit=50')).body;
    const erased = data.map((entry: { erased: boolean }) => entry.erased).toSorted();
    expect(erased).toEqual(as === 'anonymized' ? [false, true, true, true] : [false, false, false, false]);
    await call('PUT', `/contacts/${aloneId}`, { tel: '+5511912345678' });
    const { stopped } = (await call('GET', `/contacts/${aloneId}/consents`)).body;
    expect(stopped.sms).toMatchObject({ reason: 'unsubscribed' });
  },
);
