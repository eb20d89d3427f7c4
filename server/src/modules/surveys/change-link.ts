import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { SurveyId } from '@escuta/contract/ids';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import { findSurvey } from './queries.ts';

const codeBytes = 6;

/**
 * Opens or closes the open link of a survey of the unit. Its address is made at the first opening and never changes: it is
 * printed and pasted. Refuses NOT_FOUND, and SURVEY_NOT_PUBLISHED while there is nothing to answer.
 */
export async function changeLink(
  tx: Transaction,
  { companyId, businessUnitId, userId }: Scope,
  { id, open }: { id: SurveyId; open: boolean },
  now: Date,
): Promise<void> {
  const survey = await findSurvey(tx, { companyId, businessUnitId, id });
  if (!survey) throw refuse('NOT_FOUND');
  if (survey.version === null) throw refuse('SURVEY_NOT_PUBLISHED');
  await sql`
    INSERT INTO survey_links AS link (company_id, survey_id, code, is_open, changed_by, changed_at)
    VALUES (${companyId}, ${id}, ${randomBytes(codeBytes).toString('hex')}, ${open}, ${userId}, ${now})
    ON CONFLICT (company_id, survey_id) DO UPDATE SET
      is_open = excluded.is_open, changed_by = excluded.changed_by, changed_at = excluded.changed_at
  `.execute(tx);
}
