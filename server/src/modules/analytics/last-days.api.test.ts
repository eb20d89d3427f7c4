import { expect, test } from 'vitest';
import { createCompany, signedIn, switchAll } from '../../testing/factories.ts';
import { testContext } from '../../testing/test-context.ts';
import { createUnitRows } from '../../testing/unit-rows.ts';

const context = testContext();

test('analytics, insights and finances count the answers of their days, in the zone of the unit', async () => {
  const { companyId, businessUnitId } = await createCompany(context, { timezone: 'America/Sao_Paulo' });
  await switchAll(context, companyId, true);
  const { headers } = await signedIn(context, { companyId });
  const get = async (url: string) => (await context.app.inject({ url: `/api${url}`, headers })).json();
  await createUnitRows(context, { companyId, businessUnitId, headers });
  const day = (instant: Date) => new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' }).format(instant);
  const today = context.clock.now();
  const monthBefore = new Date(today.getTime() - 29 * 86_400_000);
  const one = { total: 1 };
  expect(await get('/analytics')).toEqual({
    from: day(monthBefore),
    to: day(today),
    responses: one,
    scored: one,
    commented: one,
  });
  expect(await get('/insights')).toMatchObject({ comments: one, lastThirtyDays: one });
  expect((await get('/finances')).usage).toMatchObject({ from: `${day(today).slice(0, 7)}-01`, responses: 1 });

  // Given long ago, it is still a comment, and none of these days.
  await context.database.withCompany(companyId, (tx) =>
    tx
      .updateTable('responses')
      .set({ day: '2020-01-01', answered_at: new Date('2020-01-01T12:00:00Z') })
      .where('company_id', '=', companyId)
      .execute(),
  );
  const none = { total: 0 };
  expect(await get('/analytics')).toMatchObject({ responses: none, scored: none, commented: none });
  expect(await get('/insights')).toMatchObject({ comments: one, lastThirtyDays: none });
});
