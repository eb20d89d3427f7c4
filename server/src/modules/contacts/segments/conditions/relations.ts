import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { monthOf } from '#platform/time/clock.ts';
import { among, certainly, nobody, not } from './condition.ts';
import type { ConditionRules, SegmentContext } from './condition.ts';
import { choiceTest, compared } from './value-tests.ts';

export const company: ConditionRules<'company'> = {
  cost: 'column',
  where: ({ test }) => choiceTest(sql.ref('contacts.contact_company_id'), test),
};

/**
 * All tags of a contact as one text, each between two line breaks, which no tag has. No index serves: under row-level security
 * PostgreSQL asks none by an operator of arrays (none is leakproof). Of texts it is quicker than a look at each element.
 */
const tagLines = sql`E'\\n' || fold_case(array_to_string(contacts.tags, E'\\n')) || E'\\n'`;

/** A tag that is kept as it is asked for is found by itself, without the form of all of them. */
function hasTag(value: string): RawBuilder<boolean> {
  return sql<boolean>`(contacts.tags <> '{}' AND (${value}::text = ANY (contacts.tags)
    OR strpos(${tagLines}, E'\\n' || fold_case(${value}::text) || E'\\n') > 0))`;
}

export const tag: ConditionRules<'tag'> = {
  cost: 'text',
  where: ({ test }) => {
    switch (test.op) {
      case 'has':
        return hasTag(test.value);
      case 'hasNot':
        return not(hasTag(test.value));
      case 'known':
        return sql<boolean>`(contacts.tags <> '{}')`;
      case 'unknown':
        return sql<boolean>`(contacts.tags = '{}')`;
    }
  },
};

const dayMs = 86_400_000;
const since = ({ now }: SegmentContext, days: number) => new Date(now.getTime() - days * dayMs);

type Asked = Pick<Parameters<(typeof survey)['where']>[0], 'surveyId' | 'days'>;

/** A condition on `item`: that its message asked a survey. */
function ofSurvey(surveyId: Asked['surveyId'], { companyId, businessUnitId }: SegmentContext): RawBuilder<unknown> {
  if (surveyId === null) return sql``;
  return sql`AND item.send_id IN (
    SELECT sends.id FROM sends
    WHERE sends.company_id = ${companyId} AND sends.business_unit_id = ${businessUnitId} AND sends.survey_id = ${surveyId}
  )`;
}

/** A message counts from when it was handed over, whatever became of it then: as for the quarantine (docs/sending.md). */
function wasSent({ surveyId, days }: Asked, context: SegmentContext): RawBuilder<boolean> {
  const { companyId, businessUnitId, now } = context;
  const from = since(context, days);
  // An item lies in the month in which its send was asked for, and may be sent in the next.
  const [year = 0, month = 1] = monthOf(from).split('-').map(Number);
  const firstMonth = monthOf(new Date(Date.UTC(year, month - 2, 1)));
  return among(
    sql`contacts.id`,
    sql`
    SELECT item.contact_id FROM send_items AS item
    WHERE item.company_id = ${companyId} AND item.business_unit_id = ${businessUnitId} AND item.contact_id IS NOT NULL
      AND item.items_month >= ${firstMonth}::date AND item.state IN (2, 3, 6)
      AND CASE item.state WHEN 2 THEN ${now}::timestamptz ELSE item.executed_at END > ${from}::timestamptz
      ${ofSurvey(surveyId, context)}`,
    context,
  );
}

function hasAnswered({ surveyId, days }: Asked, context: SegmentContext): RawBuilder<boolean> {
  const from = since(context, days);
  const recently = sql`contacts.last_answered_at > ${from}::timestamptz`;
  if (surveyId === null) return certainly(sql`${recently}`);
  // Who has not answered anything since is told by the contact alone.
  return certainly(sql`(${recently} AND EXISTS (
    SELECT FROM responses
    WHERE responses.company_id = ${context.companyId} AND responses.contact_id = contacts.id
      AND responses.business_unit_id = ${context.businessUnitId} AND responses.survey_id = ${surveyId}
      AND responses.answered_at > ${from}::timestamptz
  ))`);
}

/** Whoever answered has opened it, also where their browser could not say so. */
function hasOpened(asked: Asked, context: SegmentContext): RawBuilder<boolean> {
  const opened = sql`
    SELECT item.contact_id FROM send_items AS item
    WHERE item.company_id = ${context.companyId} AND item.business_unit_id = ${context.businessUnitId}
      AND item.opened_at > ${since(context, asked.days)}::timestamptz AND item.contact_id IS NOT NULL
      ${ofSurvey(asked.surveyId, context)}`;
  return sql<boolean>`(${hasAnswered(asked, context)} OR ${among(sql`contacts.id`, opened, context)})`;
}

export const survey: ConditionRules<'survey'> = {
  cost: 'rows',
  where: (condition, context) => {
    switch (condition.did) {
      case 'sent':
        return wasSent(condition, context);
      case 'notSent':
        return not(wasSent(condition, context));
      case 'opened':
        return hasOpened(condition, context);
      case 'notOpened':
        return not(hasOpened(condition, context));
      case 'answered':
        return hasAnswered(condition, context);
      case 'notAnswered':
        return not(hasAnswered(condition, context));
    }
  },
};

export const lastScore: ConditionRules<'lastScore'> = {
  cost: 'column',
  where: ({ metric, op, value }) =>
    sql<boolean>`(${certainly(sql`contacts.last_metric = ${metric}`)} AND ${compared(sql.ref('contacts.last_score'), op, value)})`,
};

const directions = { any: sql`<> 0`, up: sql`> 0`, down: sql`< 0` } as const;

export const scoreChange: ConditionRules<'scoreChange'> = {
  cost: 'rows',
  where: ({ direction }, { companyId, businessUnitId }) => sql<boolean>`(contacts.last_score IS NOT NULL AND coalesce((
    SELECT (array_agg(place ORDER BY newest))[1] - (array_agg(place ORDER BY newest))[2]
    FROM (
      SELECT CASE responses.score_group WHEN 'top' THEN 3 WHEN 'middle' THEN 2 ELSE 1 END AS place,
        row_number() OVER (ORDER BY responses.answered_at DESC, responses.id DESC) AS newest
      FROM responses
      WHERE responses.company_id = ${companyId} AND responses.contact_id = contacts.id
        AND responses.business_unit_id = ${businessUnitId} AND responses.metric = contacts.last_metric
        AND responses.score_group IS NOT NULL AND NOT responses.is_test AND responses.excluded_reason IS NULL
      ORDER BY responses.answered_at DESC, responses.id DESC
      LIMIT 2
    ) AS last_two
  ) ${directions[direction]}, false))`,
};

/** As the screen of tickets finds them. */
export const ticket: ConditionRules<'ticket'> = {
  cost: 'rows',
  where: ({ is }, context) => {
    const { companyId, businessUnitId } = context;
    const hasOpen = among(
      sql`contacts.id`,
      sql`
        SELECT responses.contact_id FROM responses
        WHERE responses.company_id = ${companyId} AND responses.business_unit_id = ${businessUnitId}
          AND responses.score_group = 'bottom' AND NOT responses.is_test AND responses.excluded_reason IS NULL
          AND responses.contact_id IS NOT NULL`,
      context,
    );
    return is === 'open' ? hasOpen : not(hasOpen);
  },
};

export const segment: ConditionRules<'segment'> = {
  cost: 'rows',
  where: ({ segmentId, op }, context) => {
    const named = context.segments.get(segmentId);
    if (!named) return nobody;
    // Who is in it is not known any more: the others would be more people than was meant.
    if (op === 'notIn' && named.definition && !context.isWhole(named.definition)) return nobody;
    const isIn = named.definition
      ? context.compile(named.definition)
      : sql<boolean>`EXISTS (
          SELECT FROM segment_members
          WHERE segment_members.company_id = ${context.companyId} AND segment_members.segment_id = ${segmentId}
            AND segment_members.contact_id = contacts.id
        )`;
    return op === 'in' ? isIn : not(isIn);
  },
};
