import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { DateTest, NumberTest, TextTest } from '@escuta/contract/segment-conditions';
import { searchedText } from '../../contact.ts';
import { dayRange } from '../segment.ts';
import { certainly, not } from './condition.ts';

/* What can be asked of a value, as SQL. `value` is an expression over a row of `contacts`, null where nothing is known. */

type Expression = RawBuilder<unknown>;

/** Compares a value that is one of few with one of them, as it is kept. */
export function choiceTest(
  value: Expression,
  test: { readonly op: 'is' | 'isNot'; readonly value: string } | { readonly op: 'known' | 'unknown' },
): RawBuilder<boolean> {
  switch (test.op) {
    case 'is':
      return certainly(sql`${value} = ${test.value}`);
    case 'isNot':
      return sql<boolean>`${value} IS DISTINCT FROM ${test.value}`;
    case 'known':
      // batch.ts: hidden column. The index of companies is in their order, and takes a page of contacts up again for each company.
      return sql<boolean>`(${value} IS NULL) IS NOT TRUE`;
    case 'unknown':
      return sql<boolean>`${value} IS NULL`;
  }
}

/** Compares as a search does: capitals and accents count for nothing. */
export function textTest(value: Expression, test: TextTest): RawBuilder<boolean> {
  switch (test.op) {
    case 'is':
      // Most values are told by their length, which their form keeps, and many are kept as they are asked for: to form a word costs as
      // much as to read a contact.
      return certainly(sql`(char_length(${value}) = char_length(${test.value}::text)
        AND (${value} = ${test.value}::text OR search_form(${value}) = search_form(${test.value})))`);
    case 'isNot':
      return not(textTest(value, { op: 'is', value: test.value }));
    case 'contains':
      return certainly(holds(sql`search_form(${value})`, test.value));
    case 'notContains':
      return not(textTest(value, { op: 'contains', value: test.value }));
    case 'known':
      return sql<boolean>`coalesce(${value}, '') <> ''`;
    case 'unknown':
      return sql<boolean>`coalesce(${value}, '') = ''`;
  }
}

/** Whether a text that is in its form holds a fragment. On long texts strpos is quicker than LIKE, and no index would serve that either. */
export function holds(formed: Expression, fragment: string): RawBuilder<boolean> {
  return sql<boolean>`strpos(${formed}, search_form(${searchedText(fragment)})) > 0`;
}

const signs = { eq: sql`=`, lt: sql`<`, lte: sql`<=`, gt: sql`>`, gte: sql`>=` } as const;

/** Of a number that is kept as one. */
export function compared(value: Expression, op: keyof typeof signs, other: number): RawBuilder<boolean> {
  return certainly(sql`${value} ${signs[op]} ${other}::numeric`);
}

/** Of a number that is kept as text, in plain decimals. */
export function numberTest(text: Expression, test: NumberTest): RawBuilder<boolean> {
  if (!('value' in test)) return textTest(text, test);
  // CASE, and not AND: the planner may ask the parts of an AND in any order.
  return compared(sql`CASE WHEN ${text} ~ '^-?[0-9]+([.][0-9]+)?$' THEN (${text})::numeric END`, test.op, test.value);
}

/** Of a day that is kept as text, `YYYY-MM-DD`. */
export function dayTextTest(text: Expression, test: DateTest, today: string): RawBuilder<boolean> {
  const range = dayRange(test, today);
  if (!range) return textTest(text, presenceOf(test));
  return between(sql`${text} COLLATE "C"`, sql`${range.from}::text`, sql`${range.to}::text`, range);
}

/** Of a day. */
export function dayTest(value: Expression, test: DateTest, today: string): RawBuilder<boolean> {
  const range = dayRange(test, today);
  if (!range) return presence(value, test);
  return between(value, sql`${range.from}::date`, sql`${range.to}::date`, range);
}

/** Of an instant, by its day in a zone. What is compared is the instant, so that an index may serve. */
export function instantTest(
  value: Expression,
  test: DateTest,
  { today, timezone }: { readonly today: string; readonly timezone: string },
): RawBuilder<boolean> {
  const range = dayRange(test, today);
  if (!range) return presence(value, test);
  const midnight = (day: string | null, later: number) =>
    sql`((${day}::date + ${later}::int)::timestamp AT TIME ZONE ${timezone})`;
  const parts = [
    ...(range.from === null ? [] : [sql`${value} >= ${midnight(range.from, 0)}`]),
    ...(range.to === null ? [] : [sql`${value} < ${midnight(range.to, 1)}`]),
  ];
  return certainly(sql`(${sql.join(parts, sql` AND `)})`);
}

function between(
  value: Expression,
  from: Expression,
  to: Expression,
  range: { readonly from: string | null; readonly to: string | null },
): RawBuilder<boolean> {
  const parts = [
    ...(range.from === null ? [] : [sql`${value} >= ${from}`]),
    ...(range.to === null ? [] : [sql`${value} <= ${to}`]),
  ];
  return certainly(sql`(${sql.join(parts, sql` AND `)})`);
}

function presence(value: Expression, { op }: DateTest): RawBuilder<boolean> {
  return op === 'known' ? sql<boolean>`${value} IS NOT NULL` : sql<boolean>`${value} IS NULL`;
}

function presenceOf({ op }: DateTest): { op: 'known' | 'unknown' } {
  return { op: op === 'known' ? 'known' : 'unknown' };
}
