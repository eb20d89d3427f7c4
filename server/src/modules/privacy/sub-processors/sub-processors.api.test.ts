// cspell:disable
import { describe, expect, test } from 'vitest';
import { roles } from '@escuta/contract/access-policy';
import type { SubProcessor } from '@escuta/contract/sub-processors';
import { readConfig } from '#platform/config/config.ts';
import { createCompany, signedIn } from '../../../testing/factories.ts';
import { giveProviderAccount } from '../../../testing/send-factories.ts';
import { testContext } from '../../../testing/test-context.ts';
import { isOwnMachine } from './installed-providers.ts';

const settings = {
  SMTP_URL: 'smtps://mailer:S3CRET-mail@email-smtp.sa-east-1.amazonaws.example?connections=10',
  SMS_URL: 'https://user:S3CRET-sms@api.torpedo.example/v1/messages?connections=5',
  FILES_URL: 's3://KEY:S3CRET-files@S3.sa-east-1.amazonaws.example/escuta-bucket?region=sa-east-1',
  PAYMENTS_URL: 'https://S3CRET-pay@api.stripe.example',
  SHORT_LINKS_URL: 'https://links.escuta.example/app',
  SHORT_LINKS_SECRET: 'S3CRET-links-of-32-characters-or-more',
  OIDC_ISSUER: 'https://login.entra.example/organizations/v2.0',
  OIDC_CLIENT_ID: 'client',
  OIDC_CLIENT_SECRET: 'S3CRET-oidc',
};
const names = [
  { name: 'Amazon SES', service: 'email', country: 'Brasil' },
  { name: 'Nuvem Sul', does: 'Hospedagem', data: 'Tudo o que está no banco de dados', country: 'Brasil' },
  { name: 'Ajuda Ltda.', does: 'Suporte', data: 'O que a equipe mostra ao pedir ajuda', country: 'Portugal' },
];
/** What the environment says, as a process reads it. */
function configured(env: Record<string, string>) {
  const read = readConfig({ DATABASE_URL: 'postgres://somewhere/escuta', ...env });
  const { smtpUrl, smsUrl, filesUrl, payments, shortLinks, oidc, subProcessors, dataResidency } = read;
  return { smtpUrl, smsUrl, filesUrl, payments, shortLinks, oidc, subProcessors, dataResidency };
}

const bare = testContext();
const full = testContext(configured(settings));
const named = testContext(
  configured({ ...settings, SUB_PROCESSORS: JSON.stringify(names), DATA_RESIDENCY: ' São Paulo,  Brasil ' }),
);
const within = testContext(
  configured({
    SMTP_URL: 'smtp://relay:25',
    SMS_URL: 'http://127.0.0.1:9000/sms',
    FILES_URL: 's3://K:S@minio.storage.internal:9000/escuta',
    SUB_PROCESSORS: JSON.stringify([{ name: 'Correio Certo', service: 'email', country: 'Chile' }]),
  }),
);

type Context = typeof bare;

async function companyOf(context: Context) {
  const { companyId } = await createCompany(context);
  return { companyId, headers: (await signedIn(context, { companyId, role: 'adm' })).headers };
}

async function read(context: Context, { headers }: { headers: Record<string, string> }) {
  const answer = await context.app.inject({ url: '/api/sub-processors', headers });
  expect(answer.statusCode).toBe(200);
  return answer.json<{ data: SubProcessor[]; data_residency: string | null }>();
}

const installed = (service: SubProcessor['service'], name: string) => ({
  name,
  service,
  does: null,
  data: null,
  country: null,
  is_own: false,
});

describe('who works on the data of a company', () => {
  test('[PRIVACY-24] is nobody where nothing is configured, and nobody has said where the data is', async () => {
    expect(await read(bare, await companyOf(bare))).toEqual({ data: [], data_residency: null });
  });

  test('[PRIVACY-24] are the providers that the installation is configured with, by their hosts and by nothing that opens them', async () => {
    const company = await companyOf(full);
    const answer = await read(full, company);
    expect(answer).toEqual({
      data: [
        installed('email', 'email-smtp.sa-east-1.amazonaws.example'),
        installed('sms', 'api.torpedo.example'),
        installed('files', 's3.sa-east-1.amazonaws.example'),
        installed('payments', 'api.stripe.example'),
        installed('short_links', 'links.escuta.example'),
      ],
      data_residency: null,
    });
    expect(JSON.stringify(answer)).not.toMatch(/S3CRET|KEY|mailer|user|bucket|connections/);
    // The provider of federated login learns of nobody of a company that does not sign in by it.
    await full.database.withSystem((tx) =>
      tx
        .updateTable('companies')
        .set({ federated_login: 'allowed', federated_tenant: 'aurora.example' })
        .where('id', '=', company.companyId)
        .execute(),
    );
    expect((await read(full, company)).data).toContainEqual(installed('sign_in', 'login.entra.example'));
    expect((await read(full, await companyOf(full))).data).toHaveLength(5);
  });

  test('[PRIVACY-24] has the names and countries that whoever runs the installation gives, and where the data is kept', async () => {
    const { data, data_residency: residency } = await read(named, await companyOf(named));
    expect(residency).toBe('São Paulo, Brasil');
    expect(data.map(({ name, country }) => [name, country])).toEqual([
      ['Amazon SES', 'Brasil'],
      ['api.torpedo.example', null],
      ['s3.sa-east-1.amazonaws.example', null],
      ['api.stripe.example', null],
      ['links.escuta.example', null],
      ['Nuvem Sul', 'Brasil'],
      ['Ajuda Ltda.', 'Portugal'],
    ]);
    expect(data[0]).toMatchObject({ service: 'email', does: null, data: null });
    expect(data[5]).toMatchObject({ service: null, does: 'Hospedagem', data: 'Tudo o que está no banco de dados' });
  });

  test('[PRIVACY-24] leaves out machines of the installation itself, but for who is named behind them', async () => {
    const { data } = await read(within, await companyOf(within));
    expect(data).toEqual([{ ...installed('email', 'Correio Certo'), country: 'Chile' }]);
  });

  test('[PRIVACY-24] is, for the messages of a company with an account of its own, the provider of that account', async () => {
    const [here, there] = [await companyOf(full), await companyOf(full)];
    await giveProviderAccount(full, here.companyId, 'sms', 'https://S3CRET@sms-proprio.example/enviar');
    await giveProviderAccount(full, here.companyId, 'email', 'smtps://a:S3CRET@smtp.antigo.example');
    await giveProviderAccount(full, here.companyId, 'email', 'smtps://a:S3CRET@smtp.proprio.example');
    const ofMessages = async (company: typeof here) => {
      const { data } = await read(full, company);
      return data
        .filter(({ service }) => service === 'email' || service === 'sms')
        .map(({ service, name, is_own: isOwn }) => [service, name, isOwn]);
    };
    expect(await ofMessages(here)).toEqual([
      ['email', 'email-smtp.sa-east-1.amazonaws.example', false],
      ['email', 'smtp.proprio.example', true],
      ['sms', 'sms-proprio.example', true],
    ]);
    expect(await ofMessages(there)).toEqual([
      ['email', 'email-smtp.sa-east-1.amazonaws.example', false],
      ['sms', 'api.torpedo.example', false],
    ]);
  });

  test('[PRIVACY-24] is shown to who manages privacy, and to nobody else', async () => {
    const { companyId } = await companyOf(bare);
    const allowed: string[] = [];
    for (const role of roles) {
      const { headers } = await signedIn(bare, { companyId, role });
      const { statusCode } = await bare.app.inject({ url: '/api/sub-processors', headers });
      expect([role, [200, 403].includes(statusCode)]).toEqual([role, true]);
      if (statusCode === 200) allowed.push(role);
    }
    expect(allowed).toEqual(['own', 'adm', 'acmng']);
    expect((await bare.app.inject({ url: '/api/sub-processors' })).statusCode).toBe(401);
  });
});

test.each([
  ['smtp.provider.com.br', false],
  ['SMTP.Provider.com.', false],
  ['8.8.8.8', false],
  ['[2001:4860:4860::8888]', false],
  ['relay', true],
  ['localhost', true],
  ['minio.storage.svc.cluster.local', true],
  ['mail.corp.internal', true],
  ['nas.lan', true],
  ['127.0.0.1', true],
  ['10.1.2.3', true],
  ['172.31.0.9', true],
  ['192.168.1.10', true],
  ['169.254.169.254', true],
  ['100.64.0.1', true],
  ['[::1]', true],
  ['[fd00::5]', true],
  ['fe80::1', true],
])('[PRIVACY-24] %s is a machine of the installation: %s', (host, isOwn) => {
  expect(isOwnMachine(host)).toBe(isOwn);
});
