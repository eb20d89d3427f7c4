import type { CustomField } from '@escuta/contract/custom-fields';
import type { BusinessUnitId, SurveyId } from '@escuta/contract/ids';
import type { ConsentBasis } from '@escuta/contract/consents';
import type { RetentionRule } from '@escuta/contract/retention';
import type { SendChannel } from '@escuta/contract/sends';
import type { SubProcessor } from '@escuta/contract/sub-processors';
import { findCompany, listBusinessUnits } from '#modules/companies/index.ts';
import { findConsentBases, findFieldsInUse, listCustomFields } from '#modules/contacts/index.ts';
import { findChannelsUsed } from '#modules/sends/index.ts';
import { listPublishedFacts } from '#modules/surveys/index.ts';
import type { PublishedFacts } from '#modules/surveys/index.ts';
import type { AppContext } from '#platform/app-context/app-context.ts';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import { listRules } from '../retention/rules.ts';
import { findSubProcessors } from '../sub-processors/find-sub-processors.ts';

/** What a record is made of: a company as somebody sees it, who may work in some of its units alone. */
export interface RecordFacts {
  readonly company: string;
  readonly timezone: string;
  /** The names of the units that it tells of, by their ids. */
  readonly units: ReadonlyMap<BusinessUnitId, string>;
  /** Whether those are all. */
  readonly isOfAllUnits: boolean;
  readonly surveys: readonly PublishedFacts[];
  readonly channels: ReadonlyMap<SurveyId, readonly SendChannel[]>;
  readonly fieldsInUse: Awaited<ReturnType<typeof findFieldsInUse>>;
  readonly customFields: readonly CustomField[];
  readonly consentBases: readonly ConsentBasis[];
  readonly rules: readonly RetentionRule[];
  readonly subProcessors: readonly SubProcessor[];
  readonly dataResidency: string | null;
  readonly protection: {
    readonly asksSecondFactor: boolean;
    readonly hasNetworks: boolean;
    /** Whether people reach the installation over TLS alone. */
    readonly isEncrypted: boolean;
  };
}

/** Reads what a company does with personal data, in the units of whoever asks. */
export async function collectFacts(
  tx: Transaction,
  context: Pick<AppContext, 'config' | 'secrets'>,
  { companyId, businessUnitIds }: Scope,
): Promise<RecordFacts> {
  const company = await findCompany(tx, companyId);
  if (!company) throw refuse('NOT_FOUND');
  const units = await listBusinessUnits(tx, companyId);
  const ofReader = { companyId, businessUnitIds };
  const surveys = await listPublishedFacts(tx, ofReader);
  const surveyIds = surveys.map(({ surveyId }) => surveyId);
  const told = units.filter(({ id }) => businessUnitIds.includes(id));
  return {
    company: company.name,
    timezone: company.timezone,
    units: new Map(told.map(({ id, name }) => [id, name])),
    isOfAllUnits: told.length === units.length,
    surveys,
    channels: await findChannelsUsed(tx, { companyId, surveyIds }),
    fieldsInUse: await findFieldsInUse(tx, ofReader),
    customFields: await listCustomFields(tx, companyId),
    consentBases: await findConsentBases(tx, ofReader),
    rules: await listRules(tx, companyId),
    subProcessors: await findSubProcessors(tx, context, companyId),
    dataResidency: context.config.dataResidency,
    protection: {
      asksSecondFactor: company.force_authenticator,
      hasNetworks: company.allowed_networks.length > 0,
      isEncrypted: context.config.publicUrl.startsWith('https:'),
    },
  };
}
