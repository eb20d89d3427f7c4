import type { VariableField } from '@escuta/contract/field-variables';
import type { Language, MessageChannel } from '@escuta/contract/primitives';
import type { BusinessUnitId, CompanyId, SendId, SurveyId } from '@escuta/contract/ids';
import { textsIn } from '@escuta/contract/variables';
import { findBusinessUnit, findCompany } from '#modules/companies/index.ts';
import { findFieldsNamed } from '#modules/contacts/index.ts';
import { findSurveyVersion } from '#modules/surveys/index.ts';
import type { Transaction } from '#platform/db/database.ts';
import type { AppContext } from '#platform/app-context/app-context.ts';
import type { CompiledMessages } from '../channels/channel.ts';
import type { Account } from './open-account.ts';

/** All that does not change from one item of a send to the next. */
export interface SendContext {
  readonly companyId: CompanyId;
  readonly sendId: SendId;
  readonly itemsMonth: string;
  readonly businessUnitId: BusinessUnitId;
  readonly surveyId: SurveyId;
  readonly channel: MessageChannel;
  /** The key of the account that its messages go out through. */
  readonly accountKey: string;
  /** The unit's zone: it decides the day on which a message counts. */
  readonly timezone: string;
  readonly unknownPolicy: 'no_duplicates' | 'prefer_delivery';
  /** Somebody decided to write to people in quarantine too. */
  readonly ignoresQuarantine: boolean;
  readonly quarantineDays: number;
  readonly surveyQuarantineDays: number;
  /** Of the survey, and the custom fields that its texts name. */
  readonly language: Language;
  readonly fields: readonly VariableField[];
  readonly messages: CompiledMessages<unknown>;
}

/** The send as it stands, for a worker's cycle; undefined when it is gone. */
export function findWork(tx: Transaction, { companyId, sendId }: { companyId: CompanyId; sendId: SendId }) {
  return tx
    .selectFrom('sends')
    .select([
      'id',
      'status',
      'business_unit_id',
      'survey_id',
      'survey_version_id',
      'channel',
      'items_month',
      'total',
      'quarantine_ignored_at',
    ])
    .where('company_id', '=', companyId)
    .where('id', '=', sendId)
    .executeTakeFirst();
}

export type Work = NonNullable<Awaited<ReturnType<typeof findWork>>>;

/** The texts of a survey cannot become a message. */
export class TemplateError extends Error {
  override name = 'TemplateError';
}

/** Reads what a send's messages are made of, and compiles them. Throws TemplateError. */
export async function loadContext(
  tx: Transaction,
  context: Pick<AppContext, 'config' | 'secrets'>,
  { companyId, work, account }: { companyId: CompanyId; work: Work; account: Account },
): Promise<SendContext> {
  const company = await findCompany(tx, companyId);
  const unit = await findBusinessUnit(tx, companyId, work.business_unit_id);
  const version = await findSurveyVersion(tx, { companyId, versionId: work.survey_version_id });
  if (!company || !unit || !version) throw new Error('a send without its company, unit or survey');
  const { definition } = version;
  const fields = await findFieldsNamed(tx, companyId, textsIn(definition));
  return {
    companyId,
    sendId: work.id,
    itemsMonth: work.items_month,
    businessUnitId: work.business_unit_id,
    surveyId: work.survey_id,
    channel: work.channel,
    accountKey: account.key,
    timezone: unit.timezone,
    unknownPolicy: company.unknown_policy,
    ignoresQuarantine: work.quarantine_ignored_at !== null,
    quarantineDays: unit.quarantine_days,
    surveyQuarantineDays: unit.survey_quarantine_days,
    language: definition.language,
    fields,
    messages: compiled(account, context, {
      companyKey: company.link_key,
      companyName: company.name,
      itemsMonth: work.items_month,
      definition,
      fields,
      sender: account.sender,
    }),
  };
}

function compiled(
  { channel }: Account,
  ...parts: Parameters<Account['channel']['compile']>
): CompiledMessages<unknown> {
  try {
    return channel.compile(...parts);
  } catch (error) {
    throw new TemplateError('the message of the survey version cannot be compiled', { cause: error });
  }
}
