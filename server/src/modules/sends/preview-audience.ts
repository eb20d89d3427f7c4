import { sql } from 'kysely';
import { SurveyId } from '@escuta/contract/ids';
import type { Audience, AudiencePreview, ItemReason, SendChannel } from '@escuta/contract/sends';
import { findBusinessUnit } from '#modules/companies/index.ts';
import { addressees } from '#modules/contacts/index.ts';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import { channels } from './channels/channels.ts';
import { isQuarantine } from './quarantine.ts';
import { answeredSince, withQuarantine } from './engine/quarantine-look-up.ts';
import { audienceFilter } from './send.ts';

interface PreviewForm {
  readonly audience: Audience;
  readonly channel: SendChannel;
  readonly surveyId?: SurveyId | undefined;
  readonly ignoreQuarantine?: boolean | undefined;
}

/** No survey has this id: asked with it, only the quarantine after any survey counts. */
const noSurvey = SurveyId.parse('00000000-0000-0000-0000-000000000000');

/** Counts an audience: everybody in it, who would be written to, and the others by reason, most frequent first. */
export async function previewAudience(
  tx: Transaction,
  { companyId, businessUnitId }: Scope,
  { audience, channel, surveyId = noSurvey, ignoreQuarantine = false }: PreviewForm,
  now: Date,
): Promise<AudiencePreview> {
  const unit = await findBusinessUnit(tx, companyId, businessUnitId);
  if (!unit) throw refuse('NOT_FOUND');
  const filter = { companyId, businessUnitId, ...audienceFilter(audience) };
  const sent = { companyId, businessUnitId, surveyId, sendId: null, now, answeredSince: answeredSince(unit, now) };
  const { rows } = await sql<{ reason: ItemReason | null; count: number }>`
    WITH addressee AS MATERIALIZED (${addressees(tx, filter, channels[channel].addressing)})
    SELECT held_back AS reason, count(*)::int AS count
    FROM (${withQuarantine(sent)}) AS judged
    GROUP BY 1
    ORDER BY 2 DESC
  `.execute(tx);
  const reasons = rows.flatMap(({ reason, count }) => (reason ? [{ reason, count }] : []));
  const heldBack = reasons.filter(({ reason }) => !(ignoreQuarantine && isQuarantine(reason)));
  const contacts = sum(rows);
  return {
    contacts,
    eligible: contacts - sum(heldBack),
    heldBack,
    quarantined: sum(reasons.filter(({ reason }) => isQuarantine(reason))),
    quarantineDays: unit.quarantine_days,
    surveyQuarantineDays: unit.survey_quarantine_days,
  };
}

function sum(rows: readonly { readonly count: number }[]): number {
  return rows.reduce((total, { count }) => total + count, 0);
}
