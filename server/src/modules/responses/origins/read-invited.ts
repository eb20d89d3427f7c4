import { sql } from 'kysely';
import { timezoneOf } from '#modules/companies/index.ts';
import { invitedItems } from '#modules/sends/index.ts';
import type { InvitedItem } from '#modules/sends/index.ts';
import { surveyStatusOf } from '#modules/surveys/index.ts';
import type { Transaction } from '#platform/db/database.ts';
import type { StepBy } from '../answering.ts';
import { readStored, storedResponses } from '../response-rows.ts';
import type { StoredResponse, StoredRow } from '../response-rows.ts';

/** A message that somebody answers now, the status of its survey and the time zone of its unit. */
export interface InvitedNow {
  readonly item: InvitedItem;
  readonly surveyStatus: string;
  readonly timezone: string;
}

/** An `InvitedNow` as JSON carries it. */
type InvitedRow = Omit<InvitedItem, 'executedAt'> & {
  executedAt: string | null;
  surveyStatus: string;
  timezone: string;
};

/** What steps of answering touch, in one statement: their messages, and the responses that exist, held until the end. */
export async function readInvited(
  tx: Transaction,
  companyId: string,
  steps: readonly StepBy<'invitation'>[],
): Promise<{ readonly items: readonly InvitedNow[]; readonly stored: readonly StoredResponse[] }> {
  const { rows } = await sql<{ items: readonly InvitedRow[]; stored: readonly StoredRow[] }>`
    SELECT
      (
        SELECT coalesce(json_agg(invited), '[]')
        FROM (
          SELECT item.*, ${surveyStatusOf(companyId, sql`item."surveyId"`)} AS "surveyStatus",
            ${timezoneOf(companyId, sql`item."businessUnitId"`)} AS timezone
          FROM ${invitedItems({ companyId, items: steps.map(({ way }) => way) })} AS item
        ) AS invited
      ) AS items,
      ${storedResponses({
        companyId,
        itemIds: steps.map(({ way }) => way.itemId),
        responseIds: steps.map(({ step }) => step.responseId),
        lock: true,
      })} AS stored
  `.execute(tx);
  const { items = [], stored = [] } = rows[0] ?? {};
  return {
    items: items.map(({ surveyStatus, timezone, executedAt, ...item }) => ({
      item: { ...item, executedAt: executedAt === null ? null : new Date(executedAt) },
      surveyStatus,
      timezone,
    })),
    stored: readStored(stored),
  };
}
