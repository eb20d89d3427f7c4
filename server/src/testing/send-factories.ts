import { sql } from 'kysely';
import type {
  BusinessUnitId,
  CompanyId,
  ContactId,
  ItemId,
  SendId,
  SurveyId,
  SurveyVersionId,
} from '@escuta/contract/ids';
import { metricAsked } from '@escuta/contract/questions/index';
import type { Survey, SurveyDefinition } from '@escuta/contract/surveys';
import { asking } from '@escuta/contract/testing/definitions';
import type { SendChannel } from '@escuta/contract/sends';
import { sensitiveKeysOf } from '#modules/surveys/survey.ts';
import { setProviderAccount } from '#modules/sends/channels/provider-account.ts';
import type { SendStatus } from '#modules/sends/send.ts';
import { newId } from '#platform/crypto/ids.ts';
import type { AppContext } from '#platform/app-context/app-context.ts';

/** What a survey of a test asks and writes. */
export const testDefinition: SurveyDefinition = {
  language: 'pt',
  questions: [
    {
      key: 'score',
      type: 'nps',
      title: 'De 0 a 10, quanto você recomendaria a Aurora a um amigo?',
      help: '',
      lowLabel: 'Nada provável',
      highLabel: 'Muito provável',
      required: true,
    },
    {
      key: 'why',
      type: 'why',
      titles: { top: 'Do que você mais gostou?', middle: 'O que faltou?', bottom: 'O que deu errado?' },
      placeholder: '',
      required: false,
    },
  ],
  closings: { top: 'Obrigado!', middle: 'Obrigado!', bottom: 'Obrigado!' },
  email: {
    subject: '{{name}}, conte como foi',
    preheader: 'Leva um minuto',
    senderName: 'Aurora Hotéis',
    greeting: 'Olá, {{name}}!',
    intro: 'Sua opinião nos ajuda a melhorar.',
  },
  theme: { brandColor: '#0F766E' },
};

/** The same survey, asking how satisfied somebody is. */
export const csatDefinition: SurveyDefinition = asking(testDefinition, 'csat');

/** A published survey of a unit. */
export async function createPublishedSurvey(
  { database }: Pick<AppContext, 'database'>,
  {
    companyId,
    businessUnitId,
    ...changes
  }: {
    companyId: CompanyId;
    businessUnitId: BusinessUnitId;
    title?: string;
    status?: Survey['status'];
    definition?: SurveyDefinition;
  },
) {
  const surveyId = newId<SurveyId>();
  const versionId = newId<SurveyVersionId>();
  const title = changes.title ?? 'Satisfação com a estadia';
  const asked = changes.definition ?? testDefinition;
  await database.withCompany(companyId, async (tx) => {
    const definition = JSON.stringify(asked);
    await tx
      .insertInto('surveys')
      .values({
        company_id: companyId,
        id: surveyId,
        business_unit_id: businessUnitId,
        title,
        metric: metricAsked(asked.questions),
        status: changes.status ?? 'active',
        draft: definition,
      })
      .execute();
    await tx
      .insertInto('survey_versions')
      .values({ company_id: companyId, id: versionId, survey_id: surveyId, number: 1, title, definition })
      .execute();
    await tx
      .updateTable('surveys')
      .set({ current_version_id: versionId, sensitive_keys: sensitiveKeysOf(asked, []) })
      .where('company_id', '=', companyId)
      .where('id', '=', surveyId)
      .execute();
  });
  return { surveyId, versionId, title };
}

/** Gives a company an account of its own with a provider, in the place of the one before. */
export function giveProviderAccount(
  { database, secrets, clock }: Pick<AppContext, 'database' | 'secrets' | 'clock'>,
  companyId: CompanyId,
  channel: SendChannel,
  url: string,
): Promise<string> {
  const account = { companyId, channel, url, sender: 'Aurora', now: clock.now() };
  return database.withCompany(companyId, (tx) => setProviderAccount(tx, secrets, account));
}

/** A send without items, as the planner would have left it. */
export async function createSendRow(
  { database }: Pick<AppContext, 'database'>,
  {
    companyId,
    businessUnitId,
    surveyId,
    versionId,
    ...changes
  }: {
    companyId: CompanyId;
    businessUnitId: BusinessUnitId;
    surveyId: SurveyId;
    versionId: SurveyVersionId;
    status?: SendStatus;
    total?: number;
    itemsMonth?: string;
    createdAt?: Date;
    origin?: 'bulk' | 'individual' | 'integration';
    title?: string;
    channel?: SendChannel;
  },
): Promise<{ sendId: SendId; itemsMonth: string; channel: SendChannel }> {
  const sendId = newId<SendId>();
  const channel = changes.channel ?? 'email';
  const itemsMonth = changes.itemsMonth ?? '2026-11-01';
  await database.withCompany(companyId, (tx) =>
    tx
      .insertInto('sends')
      .values({
        company_id: companyId,
        id: sendId,
        business_unit_id: businessUnitId,
        survey_id: surveyId,
        survey_version_id: versionId,
        channel,
        origin: changes.origin ?? 'bulk',
        survey_title: changes.title ?? '',
        status: changes.status ?? 'running',
        total: changes.total ?? 0,
        audience: JSON.stringify({ kind: 'all' }),
        items_month: itemsMonth,
        ...(changes.createdAt ? { created_at: changes.createdAt } : {}),
        ...(changes.status === 'done' ? { finished_at: changes.createdAt ?? new Date() } : {}),
      })
      .execute(),
  );
  return { sendId, itemsMonth, channel };
}

/** An item of a send, to the address that its contact has now where it says no other. */
export async function createItemRow(
  { database }: Pick<AppContext, 'database'>,
  item: {
    companyId: CompanyId;
    businessUnitId: BusinessUnitId;
    sendId: SendId;
    itemsMonth: string;
    contactId: ContactId | null;
    state: number;
    channel?: SendChannel;
    address?: string;
    reason?: string;
    detail?: string;
    executedAt?: Date;
    openedAt?: Date;
  },
): Promise<ItemId> {
  const id = newId<ItemId>();
  await database.withCompany(item.companyId, (tx) =>
    tx
      .insertInto('send_items')
      .values({
        company_id: item.companyId,
        items_month: item.itemsMonth,
        id,
        business_unit_id: item.businessUnitId,
        send_id: item.sendId,
        contact_id: item.contactId,
        channel: item.channel ?? 'email',
        address: item.address ?? null,
        address_hash: sql<Buffer | null>`(
          SELECT address_hash(email) FROM contacts WHERE company_id = ${item.companyId} AND id = ${item.contactId}
        )`,
        state: item.state,
        reason: item.reason ?? null,
        detail: item.detail ?? null,
        executed_at: item.executedAt ?? null,
        opened_at: item.openedAt ?? null,
      })
      .execute(),
  );
  return id;
}

/** Many contacts of a unit, `contact-1@many.example` and on, in one statement. Answers their addresses. */
export async function createManyContacts(
  { database }: Pick<AppContext, 'database'>,
  { companyId, businessUnitId }: { companyId: CompanyId; businessUnitId: BusinessUnitId },
  count: number,
) {
  await database.withCompany(companyId, (tx) =>
    sql`
      INSERT INTO contacts (company_id, id, business_unit_id, name, email)
      SELECT ${companyId}, uuid_v7(), ${businessUnitId}, 'Maria da Silva ' || n, 'contact-' || n || '@many.example'
      FROM generate_series(1, ${count}::int) AS n
    `.execute(tx),
  );
  return Array.from({ length: count }, (_, index) => `contact-${index + 1}@many.example`);
}

/** Gives the contacts of a unit mobile phones, `+5511900000001` and on, in the order of their ids. Answers the numbers. */
export async function givePhones(
  { database }: Pick<AppContext, 'database'>,
  { companyId, businessUnitId }: { companyId: CompanyId; businessUnitId: BusinessUnitId },
  count: number,
): Promise<string[]> {
  await database.withCompany(companyId, (tx) =>
    sql`
      UPDATE contacts SET tel = '+55119' || to_char(numbered.n, 'FM00000000')
      FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM contacts WHERE company_id = ${companyId}) AS numbered
      WHERE contacts.company_id = ${companyId} AND contacts.business_unit_id = ${businessUnitId} AND contacts.id = numbered.id
    `.execute(tx),
  );
  return Array.from({ length: count }, (_, index) => `+55119${String(index + 1).padStart(8, '0')}`);
}

/**
 * Hides from workers what other tests left unfinished: all tests of a run share a database, and a worker sends whatever it
 * finds there.
 */
export async function forgetSends({ database }: Pick<AppContext, 'database'>): Promise<void> {
  await database.pool.query('DELETE FROM send_runnable');
}
