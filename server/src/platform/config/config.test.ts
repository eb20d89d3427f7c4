// cspell:ignore adress
import { expect, test } from 'vitest';
import { readConfig, readLogLevel } from './config.ts';
import { usualRateLimits } from './rate-limits.ts';
import { SettingError } from './setting-error.ts';

const needed = { DATABASE_URL: 'postgres://somewhere/escuta' };

test.each([
  ['DATABASE_URL', ''],
  ['DATABASE_URL', 'mysql://somewhere/escuta'],
  ['DATABASE_POOL_MAX', '2'],
  ['DATABASE_POOL_MAX', '3.5'],
  ['FILES_URL', 's3://KEY:SECRET@bucket.example'],
  ['FILES_URL', 's3://KEY:SECRET@bucket.example/'],
  ['FILES_URL', 's3://bucket.example/escuta'],
  ['FILES_URL', 'https://KEY:SECRET@bucket.example/escuta'],
  ['FILES_URL', '/var/lib/escuta'],
  ['LOG_LEVEL', 'loud'],
  ['MAIL_FROM', 'pesquisas'],
  ['MAIL_FROM', 'Escuta <pesquisas@escuta.example>'],
  ['PORT', '70000'],
  ['PUBLIC_URL', 'escuta.example.com'],
  ['PUBLIC_URL', 'ftp://escuta.example.com'],
  ['PUBLIC_URL', 'https:escuta.example.com'],
  ['PUBLIC_URL', 'https://escuta.example.com/?from=mail'],
  ['PUBLIC_URL', 'https://'],
  ['RATE_LIMITS', 'none'],
  ['RATE_LIMITS', 'link=120'],
  ['RATE_LIMITS', 'adress=600/1200'],
  ['RATE_LIMITS', 'link=0/60'],
  ['RATE_LIMITS', 'link=120/60,'],
  ['WAITING_UPLOADS_MB_MAX', '20'],
  ['MODAL_IMPORT_COMPANIES', 'SECRET'],
  ['QUICK_ACCOUNTS', 'official'],
  ['QUICK_ACCOUNTS', 'official=SECRET'],
  ['QUICK_ACCOUNTS', 'other=019a9f3e-0000-7000-8000-000000000002'],
  ['SUB_PROCESSORS', 'SECRET'],
  ['SUB_PROCESSORS', '{"name":"SECRET"}'],
  ['SUB_PROCESSORS', '[{"name":"SECRET","country":"Brasil"}]'],
  ['SUB_PROCESSORS', '[{"name":"SECRET","country":"Brasil","service":"fax"}]'],
  ['SUB_PROCESSORS', '[{"name":"SECRET","country":"Brasil","service":"email","host":"mail.example"}]'],
  ['SUB_PROCESSORS', '[{"name":"SECRET","service":"email"}]'],
  ['DATA_RESIDENCY', `SECRET${'x'.repeat(200)}`],
  ['SMTP_URL', 'https://user:SECRET@mail.example'],
  ['SMTP_URL', 'smtp://user:SECRET@mail.example?colour=5'],
])('%s cannot be %j: the error names the variable and keeps the value', (name, value) => {
  const read = () => readConfig({ ...needed, [name]: value });
  expect(read).toThrow(SettingError);
  expect(read).toThrow(new RegExp(`^${name} (?!.*SECRET)`));
});

test.each<[string, Record<string, string>, string]>([
  ['a word cut short', { NODE_ENV: 'prod' }, 'NODE_ENV must be one of development, test, production'],
  ['a capital', { NODE_ENV: 'Production' }, 'NODE_ENV must be one of'],
  ['a blank behind', { NODE_ENV: 'production ' }, 'NODE_ENV must be one of'],
  ['an https:// address', { PUBLIC_URL: 'https://a.example' }, 'NODE_ENV must be production where'],
  ['a proxy', { TRUSTED_PROXIES: '1' }, 'NODE_ENV must be production where'],
  ['a proxy, on every address', { TRUSTED_PROXIES: '1', HOST: '0.0.0.0' }, 'NODE_ENV must be production where'],
  ['an address of this machine', { PUBLIC_URL: 'http://127.0.0.1:3000', TRUSTED_PROXIES: '0' }, 'development'],
  ['nothing', {}, 'development'],
  ['production', { NODE_ENV: 'production' }, 'PUBLIC_URL is not set'],
  ['production over http://', { NODE_ENV: 'production', PUBLIC_URL: 'http://a.example' }, 'PUBLIC_URL must begin with'],
  ['production here', { NODE_ENV: 'production', PUBLIC_URL: 'http://localhost:3000' }, 'production'],
  ['production', { NODE_ENV: 'production', PUBLIC_URL: 'https://a.example', TRUSTED_PROXIES: '1' }, 'production'],
])('%s (%j): %s', (_what, environment, words) => {
  const outcome = () => {
    try {
      return readConfig({ ...needed, ...environment }).production ? 'production' : 'development';
    } catch (error) {
      return (error as Error).message;
    }
  };
  expect(outcome()).toMatch(new RegExp(`^${words}`));
});

test('what can be used is taken as it is', () => {
  const settings = {
    databaseUrl: 'postgresql://user:a%20b@db.example:6432/escuta?application_name=escuta',
    databasePoolMax: 3,
    filesUrl: 's3://KEY:SE%2FCRET@127.0.0.1:9000/escuta?tls=false&prefix=files/',
    mailFrom: 'pesquisas@mail.example.com',
    publicUrl: 'https://example.com/escuta',
    smtpUrl: 'smtps://user:SECRET@mail.example?connections=10',
  };
  const config = readConfig({
    NODE_ENV: 'production',
    DATABASE_URL: settings.databaseUrl,
    DATABASE_POOL_MAX: '3',
    FILES_URL: settings.filesUrl,
    MAIL_FROM: settings.mailFrom,
    PUBLIC_URL: `${settings.publicUrl}/`,
    SMTP_URL: settings.smtpUrl,
  });
  expect(config).toMatchObject(settings);
});

test('a log that cannot have its level has the usual one', () => {
  expect(readLogLevel({ LOG_LEVEL: 'debug' })).toBe('debug');
  expect(readLogLevel({ LOG_LEVEL: 'loud' })).toBe('info');
  expect(readLogLevel({})).toBe('info');
});

test('limits are the usual ones but for those that are named, and one word lifts them all', () => {
  const read = (RATE_LIMITS: string) => readConfig({ ...needed, RATE_LIMITS }).rateLimits;
  expect(read('')).toEqual(usualRateLimits);
  expect(read('link=5/10, send-company=off')).toEqual({
    ...usualRateLimits,
    link: { burst: 5, perMinute: 10 },
    'send-company': null,
  });
  expect(new Set(Object.values(read('off')))).toEqual(new Set([null]));
  expect(Object.keys(read('off'))).toEqual(Object.keys(usualRateLimits));
});
