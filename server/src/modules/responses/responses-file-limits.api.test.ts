import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { askResponsesFile, responsesFileLines, responsesWorkplace } from '../../testing/responses-workplace.ts';
import { testContext } from '../../testing/test-context.ts';

const context = testContext();

const workplace = () => responsesWorkplace(context);

const ask = (headers: Record<string, string>, query: Record<string, string>) =>
  askResponsesFile(context, headers, query);
const linesOf = (headers: Record<string, string>, query?: Record<string, string>) =>
  responsesFileLines(context, headers, query);

describe('a long file of responses', () => {
  type Unit = Awaited<ReturnType<typeof workplace>>['unit'];

  /** `count` responses within one millisecond of a day, some at the very same instant. */
  const fill = (unit: Unit, { count, day }: { count: number; day: string }) =>
    context.database.withCompany(unit.companyId, (tx) =>
      sql`
        INSERT INTO responses (company_id, id, business_unit_id, survey_id, survey_version_id, channel, language, status,
          last_seq, metric, score, score_group, comment, day, started_at, answered_at)
        SELECT ${unit.companyId}, uuid_v7(), ${unit.businessUnitId}, ${unit.surveyId}, ${unit.versionId}, 'email', 'pt',
          'complete', 1, 'nps', 9, 'top', 'n' || n, ${day}, ${day}::date + interval '15 h',
          ${day}::date + interval '15 h' + n % 900 * interval '1 microsecond'
        FROM generate_series(1, ${count}::int) AS n
      `.execute(tx),
    );

  test('has every row once, over all pages', { timeout: 60_000 }, async () => {
    const { headers, unit } = await workplace();
    await fill(unit, { count: 2_500, day: '2026-11-10' });
    const comments = (await linesOf(headers)).slice(1).map((line) => line.split(';')[5]!);
    expect(comments).toHaveLength(2_500);
    expect(new Set(comments).size).toBe(2_500);
  });

  test('of more than 100,000 rows is refused; a filter that leaves fewer is not', { timeout: 120_000 }, async () => {
    const { headers, unit } = await workplace();
    await fill(unit, { count: 100_000, day: '2026-11-10' });
    await fill(unit, { count: 1, day: '2026-11-11' });
    const refused = await ask(headers, { format: 'csv' });
    expect([refused.statusCode, refused.json()]).toEqual([
      422,
      { code: 'TOO_MANY_ROWS', message: 'TOO_MANY_ROWS', params: { most: 100_000 } },
    ]);
    expect(await linesOf(headers, { to: '2026-11-10' })).toHaveLength(100_001);
  });
});
