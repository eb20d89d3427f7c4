// cspell:disable
import { describe, expect, test } from 'vitest';
import { roles } from '@escuta/contract/access-policy';
import type { CustomFieldType } from '@escuta/contract/custom-field-values';
import type { BusinessUnitId, CompanyId } from '@escuta/contract/ids';
import type { SurveyDefinition } from '@escuta/contract/surveys';
import { textOf } from '#platform/tabular/table.ts';
import { openWorkbook } from '#platform/tabular/xlsx/workbook.ts';
import { createCompany, createContact, signedIn } from '../../../testing/factories.ts';
import {
  createPublishedSurvey,
  createSendRow,
  csatDefinition,
  testDefinition,
} from '../../../testing/send-factories.ts';
import { storedFile, storedRows } from '../../../testing/stored-file.ts';
import { testContext } from '../../../testing/test-context.ts';
import type { Activity } from './describe-activities.ts';

const context = testContext({
  smtpUrl: 'smtps://user:S3CRET@smtp.correio.example',
  smsUrl: 'https://S3CRET@api.torpedo.example/v1',
  publicUrl: 'https://escuta.example',
  dataResidency: 'São Paulo, Brasil',
  subProcessors: [
    { name: 'Nuvem Sul', does: 'Hospedagem', data: 'Tudo o que está no banco de dados', country: 'Brasil' },
    { name: 'Torpedo S.A.', service: 'sms', country: 'Chile' },
  ],
});

/** A CSV file for spreadsheets of Brazil. */
const layout = { encoding: 'utf-8', delimiter: ';', lineBreak: '\n', firstByte: 3 } as const;

type Headers = Record<string, string>;
interface Recorded {
  title: string;
  language: string;
  generated_at: string;
  company: string;
  officer: string;
  units: string[];
  data_residency: string;
  sub_processors: { name: string; does: string; data: string; country: string }[];
  activities: Activity[];
}

const fetchRecord = (headers: Headers, query = '?format=json') =>
  context.app.inject({ url: `/api/processing-record${query}`, headers });

async function recordOf(headers: Headers, query?: string): Promise<Recorded> {
  const answer = await fetchRecord(headers, query);
  expect(answer.statusCode).toBe(200);
  return answer.json();
}

/** What a record says of one activity. */
function ofKind({ activities }: Recorded, kind: Activity['kind']): Activity {
  const [found, ...others] = activities.filter((each) => each.kind === kind);
  if (!found || others.length > 0) throw new Error(`${others.length + 1} activities are of ${kind}`);
  return found;
}
const ofSurvey = ({ activities }: Recorded, title: string) =>
  activities.find(({ activity }) => activity.includes(title));

interface Unit {
  readonly companyId: CompanyId;
  readonly businessUnitId: BusinessUnitId;
}

const publish = (unit: Unit, title: string, changes: Partial<SurveyDefinition> = {}, from = testDefinition) =>
  createPublishedSurvey(context, { ...unit, title, definition: { ...from, ...changes } });

/** A send of a survey over a channel. */
async function send(
  unit: Unit,
  survey: Awaited<ReturnType<typeof publish>>,
  channel: 'email' | 'sms',
  status: 'running' | 'done' | 'cancelled' = 'done',
) {
  const { sendId } = await createSendRow(context, { ...unit, ...survey, status });
  await context.database.withCompany(unit.companyId, (tx) =>
    tx
      .updateTable('sends')
      .set({ channel, ...(status === 'cancelled' ? { cancelled_at: context.clock.now() } : {}) })
      .where('company_id', '=', unit.companyId)
      .where('id', '=', sendId)
      .execute(),
  );
}

const openLink = (headers: Headers, surveyId: string) =>
  context.app.inject({ method: 'PUT', url: `/api/surveys/${surveyId}/link`, headers, payload: { open: true } });

async function addField(headers: Headers, label: string, type: CustomFieldType, sensitive: boolean) {
  const name = label.toLowerCase().replaceAll(/[^a-z]/g, '');
  const options = type === 'select' ? ['Sim', 'Não'] : [];
  const payload = { internal_name: `f_${name}`, label, type, options, required: false, sensitive, searchable: false };
  const answer = await context.app.inject({ method: 'POST', url: '/api/custom-fields', headers, payload });
  expect(answer.statusCode).toBe(201);
}

const setRule = (headers: Headers, kind: string, days: number) =>
  context.app.inject({ method: 'PUT', url: '/api/retention-rules', headers, payload: { kind, days } });

/** A company with two units, each with surveys, whose administrator works in both. */
async function settle() {
  const { companyId, businessUnitId, otherUnitId, name } = await createCompany(context);
  const { headers } = await signedIn(context, { companyId, role: 'adm' });
  const here = { companyId, businessUnitId };
  const there = { companyId, businessUnitId: otherUnitId };
  return { companyId, name, headers: { ...headers, 'x-business-id': businessUnitId }, here, there };
}

describe('the record of processing', () => {
  test('[PRIVACY-23] tells of each published survey: its title, basis, whether it is anonymous, its channels and what it asks', async () => {
    const { headers, here, there, name } = await settle();
    const stay = await publish(here, 'Estadia', { legalBasis: 'consent' });
    const staff = await publish(there, 'Clima', { anonymous: true, legalBasis: 'legitimate_interest' }, csatDefinition);
    const score = await publish(here, 'Só nota', { questions: testDefinition.questions.slice(0, 1) });
    await send(here, stay, 'sms');
    await send(here, stay, 'email', 'running');
    await send(here, stay, 'email');
    await send(there, staff, 'email');
    await send(here, score, 'sms', 'cancelled');
    expect((await openLink(headers, score.surveyId)).statusCode).toBe(200);
    const draft = { template: 'nps-stay', title: 'Rascunho' };
    await context.app.inject({ method: 'POST', url: '/api/surveys', headers, payload: draft });

    const record = await recordOf(headers);
    expect(record.activities.filter(({ kind }) => kind === 'survey')).toHaveLength(3);
    expect(ofSurvey(record, 'Estadia')).toMatchObject({
      activity: 'Coletar respostas da pesquisa “Estadia”',
      unit: `${name} unit`,
      purposes: ['Medir a recomendação (NPS) e melhorar o atendimento'],
      data_subjects: ['Clientes e outras pessoas que respondem'],
      personal_data: ['Quem respondeu (contato)', 'Notas', 'Comentários', 'Data, canal e idioma da resposta'],
      legal_basis: ['Consentimento (LGPD, art. 7º, I)'],
      anonymous: false,
      channels: ['E-mail', 'SMS'],
      recipients: ['smtp.correio.example (país não informado)', 'Torpedo S.A. (Chile)', 'Nuvem Sul (Brasil)'],
    });
    expect(ofSurvey(record, 'Clima')).toMatchObject({
      unit: `${name} unit, the other`,
      purposes: ['Medir a satisfação (CSAT) e melhorar o atendimento'],
      personal_data: ['Notas', 'Comentários', 'Data, canal e idioma da resposta'],
      legal_basis: ['Legítimo interesse (LGPD, art. 7º, IX)'],
      anonymous: true,
      channels: ['E-mail'],
    });
    expect(ofSurvey(record, 'Só nota')).toMatchObject({
      personal_data: ['Quem respondeu (contato)', 'Notas', 'Data, canal e idioma da resposta'],
      legal_basis: [],
      channels: ['Link aberto'],
      recipients: ['Nuvem Sul (Brasil)'],
    });
    expect(ofKind(record, 'sends')).toMatchObject({
      channels: ['E-mail', 'SMS'],
      personal_data: ['Nome', 'E-mail', 'Telefone', 'O que foi enviado, para onde e o que o servidor disse'],
      legal_basis: ['Consentimento (LGPD, art. 7º, I)', 'Legítimo interesse (LGPD, art. 7º, IX)'],
    });
  });

  test('[PRIVACY-23] names among sensitive data the questions whose answers are masked, by their words', async () => {
    const { headers, here } = await settle();
    const titles = { top: 'A?', middle: 'Alguma alergia, {{nome}}?', bottom: 'C?' };
    const questions = testDefinition.questions.map((question) =>
      question.type === 'why' ? { ...question, titles, sensitive: true } : question,
    );
    await publish(here, 'Saúde', { questions });
    await publish(here, 'Estadia', {});
    const surveys = (await recordOf(headers)).activities.filter(({ kind }) => kind === 'survey');
    expect(surveys.map(({ activity, sensitive_data: data }) => [/Saúde/.test(activity), data])).toEqual([
      [false, []],
      [true, ['Alguma alergia, [nome]?']],
    ]);
  });

  test('[PRIVACY-23] names the fields that contacts have, and the custom ones with what they hold and which are sensitive', async () => {
    const { headers, companyId, here, there } = await settle();
    await createContact(context, { ...here, email: null, tel: '+5511987650001' });
    const { id } = await createContact(context, { ...there, email: 'ana@exemplo.example' });
    await context.database.withCompany(companyId, (tx) =>
      tx
        .updateTable('contacts')
        .set({ birthday: '1990-05-17', tags: ['vip'] })
        .where('company_id', '=', companyId)
        .where('id', '=', id)
        .execute(),
    );
    await addField(headers, 'Quarto', 'number', false);
    await addField(headers, 'Fidelidade', 'select', false);
    await addField(headers, 'CPF', 'cpf', true);
    await addField(headers, 'Alergias', 'text', true);
    const consents = 'Consentimentos, com o endereço IP, e endereços bloqueados';
    const contacts = ofKind(await recordOf(headers), 'contacts');
    expect(contacts.personal_data).toEqual([
      'Nome',
      'E-mail',
      'Telefone',
      'Data de nascimento',
      'Etiquetas',
      'Quarto (número)',
      'Fidelidade (seleção)',
      'CPF (CPF)',
      'Alergias (texto)',
      consents,
    ]);
    expect(contacts.sensitive_data).toEqual(['CPF (CPF)', 'Alergias (texto)']);
    for (const basis of ['guardian_consent', 'contract']) {
      const agreed = await context.app.inject({
        method: 'POST',
        url: `/api/contacts/${id}/consents`,
        headers: { ...headers, 'x-business-id': there.businessUnitId },
        payload: { channel: 'email', status: 'granted', basis, text_version: null },
      });
      expect(agreed.statusCode).toBeLessThan(300);
    }
    expect(ofKind(await recordOf(headers), 'contacts').legal_basis).toEqual([
      'Execução de contrato (LGPD, art. 7º, V)',
      'Consentimento do responsável (LGPD, art. 14, § 1º)',
    ]);
    // Nobody has a contact in a company that has just begun.
    const empty = await settle();
    expect(ofKind(await recordOf(empty.headers), 'contacts').personal_data).toEqual([consents]);
  });

  test('[PRIVACY-23] says for how long data is kept, who receives it, how it is protected and what nobody has said', async () => {
    const { headers, companyId, here, name } = await settle();
    await publish(here, 'Estadia', { legalBasis: 'contract' });
    await setRule(headers, 'identity', 365);
    await setRule(headers, 'comments', 90);
    await setRule(headers, 'logs', 400);
    const record = await recordOf(headers);
    expect(record).toMatchObject({
      title: 'Registro das operações de tratamento de dados pessoais (LGPD, art. 37)',
      company: name,
      officer: 'Não informado',
      units: [`${name} unit`, `${name} unit, the other`],
      data_residency: 'São Paulo, Brasil',
      generated_at: context.clock.now().toISOString(),
    });
    expect(record.sub_processors).toEqual([
      {
        name: 'smtp.correio.example',
        does: 'Entrega de e-mails',
        data: 'Nome, e-mail e texto das mensagens',
        country: 'Não informado',
      },
      { name: 'Torpedo S.A.', does: 'Entrega de SMS', data: 'Nome, telefone e texto das mensagens', country: 'Chile' },
      { name: 'Nuvem Sul', does: 'Hospedagem', data: 'Tudo o que está no banco de dados', country: 'Brasil' },
    ]);
    expect(record.activities.map(({ kind, retention }) => [kind, retention])).toEqual([
      ['survey', ['Quem respondeu: 365 dias', 'Notas: sem prazo definido', 'Comentários: 90 dias']],
      ['contacts', ['Contatos: sem prazo definido']],
      ['sends', ['Dados das mensagens: sem prazo definido']],
      [
        'files',
        [
          'Arquivos carregados e não importados: 1 dia',
          'Arquivos importados: 1 dia',
          'Linhas recusadas de arquivos: sem prazo definido',
          'Arquivos exportados: 7 dias',
        ],
      ],
      ['privacy_requests', ['Pedidos: sem prazo definido', 'Dados reunidos: 7 dias']],
      ['audit', ['Auditoria: 400 dias', 'Endereços IP: sem prazo definido']],
      ['team', ['Contas: sem prazo definido']],
    ]);
    const { security, unit } = ofKind(record, 'audit');
    expect(unit).toBe('Todas as unidades');
    expect(security).toContain('Verificação em duas etapas disponível');
    expect(security).toContain('Conexões cifradas (TLS)');
    expect(security).not.toContain('Acesso só das redes permitidas');
    await context.database.withSystem((tx) =>
      tx
        .updateTable('companies')
        .set({ allowed_networks: ['127.0.0.0/8'] })
        .where('id', '=', companyId)
        .execute(),
    );
    expect(ofKind(await recordOf(headers), 'audit').security).toContain('Acesso só das redes permitidas');
    expect(JSON.stringify(record)).not.toContain('S3CRET');
  });

  test('[PRIVACY-23] tells nobody of surveys and contacts of another unit, or of another company', async () => {
    const [own, foreign] = [await settle(), await settle()];
    await publish(own.here, 'Recepção', { legalBasis: 'consent' });
    const spa = await publish(own.there, 'Spa', { legalBasis: 'contract' });
    await send(own.there, spa, 'sms');
    await createContact(context, { ...own.there, tel: '+5511987650009' });
    await addField(foreign.headers, 'Segredo', 'text', true);
    await publish(foreign.here, 'Alheia');
    const narrow = await signedIn(context, {
      companyId: own.companyId,
      role: 'adm',
      units: [own.here.businessUnitId],
    });
    const seen = await recordOf(narrow.headers);
    expect(seen.units).toEqual([`${own.name} unit`]);
    expect(ofSurvey(seen, 'Recepção')).toBeDefined();
    expect(JSON.stringify(seen)).not.toMatch(/Spa|the other|Alheia|Segredo/);
    expect(ofKind(seen, 'contacts')).toMatchObject({ unit: `${own.name} unit` });
    expect(ofKind(seen, 'contacts').personal_data).not.toContain('Telefone');
    expect(ofKind(seen, 'sends')).toMatchObject({ channels: [], legal_basis: ['Consentimento (LGPD, art. 7º, I)'] });
    const elsewhere = { ...narrow.headers, 'x-business-id': own.there.businessUnitId };
    expect((await fetchRecord(elsewhere)).statusCode).toBe(404);
    const whole = await recordOf(own.headers);
    expect([ofSurvey(whole, 'Recepção'), ofSurvey(whole, 'Spa')].every(Boolean)).toBe(true);
    expect(JSON.stringify(whole)).not.toMatch(/Alheia|Segredo/);
  });

  test('[PRIVACY-23] is a table in CSV and in a workbook too, in which no title runs as a formula', async () => {
    const { headers, here, name } = await settle();
    await publish(here, 'Estadia;=1+1', { legalBasis: 'consent' });
    await publish(here, 'Balcão', { anonymous: true });
    const day = context.clock.now().toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' });
    const csv = await fetchRecord(headers, '?format=csv');
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(csv.headers['content-disposition']).toContain(`registro-de-tratamento-${day}.csv`);
    expect(csv.payload).toContain("Estadia;'=1+1");
    const rows = (await storedRows(csv.rawPayload, { format: 'csv', ...layout })).map(({ cells }) => cells);
    expect(rows[0]?.slice(0, 6)).toEqual(['Empresa', 'Encarregado', 'Atividade', 'Unidade', 'Finalidade', 'Titulares']);
    expect(rows).toHaveLength(9);
    const at = (heading: string) => (rows[0] ?? []).indexOf(heading);
    const titled = rows.find((cells) => textOf(cells[at('Atividade')] ?? '').includes('Balcão'));
    expect(titled?.[at('Empresa')]).toBe(name);
    expect(titled?.[at('Encarregado')]).toBe('Não informado');
    expect(titled?.[at('Base legal')]).toBe('Não informada');
    expect(titled?.[at('Anônima')]).toBe('Sim');
    expect(titled?.[at('Dados pessoais')]).toBe('Notas; Comentários; Data, canal e idioma da resposta');
    expect(titled?.[at('Local dos dados')]).toBe('São Paulo, Brasil');

    const xlsx = await fetchRecord(headers, '?format=xlsx');
    const { sheets } = await openWorkbook(storedFile(xlsx.rawPayload));
    expect(sheets.map((sheet) => sheet.name)).toEqual(['Registro', 'Suboperadores']);
    const second = await storedRows(xlsx.rawPayload, { format: 'xlsx', sheet: 1 });
    expect(second.map(({ cells }) => cells[0])).toEqual(['Nome', 'smtp.correio.example', 'Torpedo S.A.', 'Nuvem Sul']);
    for (const query of ['?format=pdf', '', '?format=json&fileLanguage=fr'])
      expect((await fetchRecord(headers, query)).statusCode).toBe(400);
  });

  test('[PRIVACY-23] is in the language of who asks for it', async () => {
    const { headers, here } = await settle();
    await publish(here, 'Estadia', { legalBasis: 'consent' });
    await setRule(headers, 'comments', 90);
    const said = async (language: string) => {
      const record = await recordOf(headers, `?format=json&fileLanguage=${language}`);
      const { activity, legal_basis: basis, retention } = ofSurvey(record, 'Estadia')!;
      return [record.language, record.officer, activity, basis[0], retention[2]];
    };
    expect(await said('es')).toEqual([
      'es',
      'No informado',
      'Recopilar respuestas de la encuesta “Estadia”',
      'Consentimiento (LGPD, art. 7, I)',
      'Comentarios: 90 días',
    ]);
    expect(await said('en')).toEqual([
      'en',
      'Not stated',
      'Collect responses to the survey “Estadia”',
      'Consent (LGPD, art. 7, I)',
      'Comments: 90 days',
    ]);
    const csv = await fetchRecord(headers, '?format=csv&fileLanguage=en');
    expect(csv.payload).toContain('Company,Data protection officer,Activity');
  });

  test('[PRIVACY-23] is taken by who manages privacy and by nobody else, and the audit says by whom', async () => {
    const { companyId, headers } = await settle();
    const allowed: string[] = [];
    for (const role of roles) {
      const user = await signedIn(context, { companyId, role });
      const { statusCode } = await fetchRecord(user.headers, '?format=csv');
      expect([role, [200, 403].includes(statusCode)]).toEqual([role, true]);
      if (statusCode === 200) allowed.push(role);
    }
    expect(allowed).toEqual(['own', 'adm', 'acmng']);
    expect((await fetchRecord({})).statusCode).toBe(401);
    await recordOf(headers);
    const { rows } = await context.database.pool.query(
      `SELECT actor_role, target_type, target_id, after FROM audit_events
       WHERE company_id = $1 AND action = 'processing_record.exported' ORDER BY id`,
      [companyId],
    );
    const event = (role: string, format: string) => ({
      actor_role: role,
      target_type: 'company',
      target_id: companyId,
      after: { format },
    });
    expect(rows).toEqual([event('own', 'csv'), event('adm', 'csv'), event('acmng', 'csv'), event('adm', 'json')]);
  });
});
