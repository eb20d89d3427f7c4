import { SurveyId } from '@escuta/contract/ids';
import type { Audience, AudiencePreview, ItemReason, SendChannel } from '@escuta/contract/sends';
import { findBusinessUnit } from '#modules/companies/index.ts';
import { addressees } from '#modules/contacts/index.ts';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import { dayIn } from '#platform/time/clock.ts';
import { audienceFilter } from './audience-filter.ts';
import { channels } from './channels/channels.ts';
import { isQuarantine } from './quarantine.ts';
import { countLargeAudience } from './count-large-audience.ts';
import { judgeAudience, readAudience } from './engine/judge-audience.ts';
import type { Judged } from './engine/judge-audience.ts';
import { answeredSince } from './engine/quarantine-look-up.ts';

interface PreviewForm {
  readonly audience: Audience;
  readonly channel: SendChannel;
  readonly surveyId?: SurveyId | undefined;
  readonly ignoreQuarantine?: boolean | undefined;
}

/** No survey has this id: asked with it, only the quarantine after any survey counts. */
const noSurvey = SurveyId.parse('00000000-0000-0000-0000-000000000000');

/** Of audiences up to here each contact is asked for; of larger ones the ledger is read once, from one end to the other. */
const fewMax = 20_000;

/** Counts an audience: everybody in it, who would be written to, and the others by reason, most frequent first. */
export async function previewAudience(
  tx: Transaction,
  { companyId, businessUnitId }: Pick<Scope, 'companyId' | 'businessUnitId'>,
  { audience, channel, surveyId = noSurvey, ignoreQuarantine = false }: PreviewForm,
  now: Date,
  few = fewMax,
): Promise<AudiencePreview> {
  const unit = await findBusinessUnit(tx, companyId, businessUnitId);
  if (!unit) throw refuse('NOT_FOUND');
  const filter = await audienceFilter(tx, { companyId, businessUnitId }, audience, now);
  const asked = { companyId, businessUnitId, surveyId, sendId: null, now, answeredSince: answeredSince(unit, now) };
  const everybody = addressees(tx, filter, channels[channel].addressing, dayIn(unit.timezone, now));
  const read = await readAudience(tx, everybody.limit(few + 1), asked);
  const counts =
    read.length <= few
      ? countReasons(await judgeAudience(tx, read, asked))
      : await countLargeAudience(tx, everybody, asked, unit);
  const reasons = [...counts].flatMap(([reason, count]) => (reason ? [{ reason, count }] : []));
  const heldBack = reasons
    .filter(({ reason }) => !(ignoreQuarantine && isQuarantine(reason)))
    .toSorted((left, right) => right.count - left.count);
  const contacts = sum([...counts.values()]);
  return {
    contacts,
    eligible: contacts - sum(heldBack.map(({ count }) => count)),
    heldBack,
    quarantined: sum(reasons.filter(({ reason }) => isQuarantine(reason)).map(({ count }) => count)),
    quarantineDays: unit.quarantine_days,
    surveyQuarantineDays: unit.survey_quarantine_days,
  };
}

function countReasons(judged: readonly Judged[]): ReadonlyMap<ItemReason | null, number> {
  const groups = Map.groupBy(judged, ({ heldBack }) => heldBack);
  return new Map([...groups].map(([reason, people]) => [reason, people.length]));
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
