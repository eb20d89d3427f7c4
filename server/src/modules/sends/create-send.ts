import type { SendId, SurveyId } from '@escuta/contract/ids';
import { isIndividual } from '@escuta/contract/sends';
import type { Audience, SendChannel } from '@escuta/contract/sends';
import { countAllContacts, holdSegment } from '#modules/contacts/index.ts';
import { findPublishedSurvey, findSurvey } from '#modules/surveys/index.ts';
import { recordAudit } from '#platform/audit/record-audit.ts';
import { newId } from '#platform/crypto/ids.ts';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import { monthOf } from '#platform/time/clock.ts';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { audienceFilter } from './audience-filter.ts';
import { accountOf } from './channels/provider-account.ts';
import { refuseBulk } from './refuse-bulk.ts';
import { refuseChild } from './refuse-child.ts';

interface SendForm {
  readonly surveyId: SurveyId;
  readonly audience: Audience;
  readonly channel: SendChannel;
  /** Writes to people in quarantine too; kept with who said so. */
  readonly ignoreQuarantine?: boolean | undefined;
}

/**
 * Asks for a survey to be sent to an audience; workers find the send and do the rest. The survey's version is fixed
 * here, and the account that its messages go out through. Refuses INDIVIDUAL_SENDS_ONLY, NOT_FOUND for a survey or a
 * segment that the unit has not, SURVEY_NOT_PUBLISHED for one that takes no answers now, CHANNEL_NOT_AVAILABLE where no account is,
 * CHILD_WITHOUT_CONSENT.
 */
export async function createSend(
  tx: Transaction,
  { config, clock }: Pick<AppContext, 'config' | 'clock'>,
  scope: Scope,
  { surveyId, audience, channel, ignoreQuarantine = false }: SendForm,
): Promise<SendId> {
  refuseBulk(scope, audience);
  const now = clock.now();
  const { companyId, businessUnitId } = scope;
  if (!(await findSurvey(tx, { companyId, businessUnitId, id: surveyId }))) throw refuse('NOT_FOUND');
  const survey = await findPublishedSurvey(tx, { companyId, surveyId });
  if (survey?.status !== 'active') throw refuse('SURVEY_NOT_PUBLISHED');
  const account = await accountOf(tx, config, { companyId, channel });
  if (!account) throw refuse('CHANNEL_NOT_AVAILABLE');
  await refuseChild(tx, scope, { audience, channel }, now);

  // Nobody deletes it from here on: the send is then one of those that use it.
  if (audience.kind === 'segment' && !(await holdSegment(tx, { ...scope, segmentId: audience.segmentId })))
    throw refuse('NOT_FOUND');

  const id = newId<SendId>();
  const total = await countAudience(tx, scope, audience, now);
  const isEmpty = total === 0;
  await tx
    .insertInto('sends')
    .values({
      company_id: companyId,
      id,
      business_unit_id: businessUnitId,
      survey_id: surveyId,
      survey_version_id: survey.versionId,
      survey_title: survey.title,
      channel,
      origin: isIndividual(audience) ? 'individual' : 'bulk',
      status: isEmpty ? 'done' : 'planning',
      total,
      planned_at: isEmpty ? now : null,
      finished_at: isEmpty ? now : null,
      audience: JSON.stringify(audience),
      items_month: monthOf(now),
      quarantine_ignored_by: ignoreQuarantine ? scope.userId : null,
      quarantine_ignored_at: ignoreQuarantine ? now : null,
      created_by: scope.userId,
      created_at: now,
    })
    .execute();
  if (!isEmpty) {
    await tx
      .insertInto('send_runnable')
      .values({ company_id: companyId, send_id: id, provider_account: account.key, next_at: now })
      .execute();
  }
  await recordAudit(
    tx,
    scope,
    {
      action: 'send.created',
      target: { type: 'send', id, label: survey.title },
      after: { channel, total, audience: audience.kind, ignoreQuarantine },
    },
    now,
  );
  return id;
}

async function countAudience(tx: Transaction, scope: Scope, audience: Audience, now: Date): Promise<number> {
  return countAllContacts(tx, await audienceFilter(tx, scope, audience, now));
}
