import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createUser, signedIn, testPassword } from '../testing/factories.ts';
import { forgetFacts } from '../testing/facts-of.ts';
import { upload } from '../testing/import-steps.ts';
import { endProcesses, startProcess } from '../testing/own-process.ts';
import type { OwnProcess } from '../testing/own-process.ts';
import { queuedMails } from '../testing/queued-mails.ts';
import { createInvitations } from '../testing/response-factories.ts';
import { openTestContext } from '../testing/test-context.ts';
import type { TestContext } from '../testing/test-context.ts';
import { ownDatabaseUrl } from '../testing/own-database-url.ts';

/** The processes as they run in production, at the most talkative level, while people's values pass through them. */

const person = {
  name: 'Quitéria Bragança',
  email: 'quiteria@vazamento.example',
  phone: '+5521998765432',
  comment: 'Meu quarto era o 1204 e o chuveiro pingava',
};

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
  await forgetFacts(context);
});
afterEach(endProcesses);
afterAll(() => context.close());

/** Makes the database refuse what this person sends, and say so with the values, as a constraint's error does. */
async function refuseThisPerson(): Promise<() => Promise<void>> {
  await execute(`
    CREATE FUNCTION refuse_for_test() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF to_jsonb(NEW)::text LIKE '%vazamento.example%' OR to_jsonb(NEW)::text LIKE '%chuveiro%' THEN
        RAISE check_violation USING MESSAGE = format('new row %s violates a check', to_jsonb(NEW)),
          DETAIL = format('Failing row contains (%s).', to_jsonb(NEW)), TABLE = TG_TABLE_NAME, CONSTRAINT = 'for_test';
      END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER refuse_for_test BEFORE INSERT OR UPDATE ON contacts FOR EACH ROW EXECUTE FUNCTION refuse_for_test();
    CREATE TRIGGER refuse_for_test BEFORE INSERT OR UPDATE ON answers FOR EACH ROW EXECUTE FUNCTION refuse_for_test();
  `);
  return () => execute('DROP FUNCTION refuse_for_test() CASCADE');
}

async function execute(statements: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownDatabaseUrl() });
  await client.connect();
  try {
    await client.query(statements);
  } finally {
    await client.end();
  }
}

/** Recovers a password and signs in with it, tries a wrong one, and leaves. Answers what no line may hold. */
async function comeIn(api: OwnProcess, email: string): Promise<string[]> {
  const senha = 'Vento&7Lua';
  const post = async (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(`${api.address()}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  await post('/forgot-password', { email });
  const link = /\/forgotPassword\/([\w-]+)/.exec((await queuedMails(context, email)).at(-1)?.text ?? '')?.[1] ?? '';
  const opened = await fetch(`${api.address()}/api/forgot-password/${link}`);
  const { _user } = (await opened.json()) as { _user: string };
  const reset = await post(`/forgot-password/${link}/password`, { _user, senha, senha2: senha });
  const wrong = await post('/login', { email, senha: 'Errada#99-nunca' });
  const right = await post('/login', { email, senha, keepMeLoggedIn: true });
  const { result, token } = (await right.json()) as { result: number; token: string };
  const out = await post('/logout', {}, { authorization: token });
  const late = await post('/logout', {}, { authorization: token });
  expect([reset.status, wrong.status, result, out.status, late.status]).toEqual([200, 200, 1, 200, 401]);
  const devices = right.headers.getSetCookie().map((cookie) => cookie.split(/[=;]/)[1] ?? '');
  return [link, senha, 'Errada#99', token, ...devices.filter((value) => value.length > 8)];
}

// Two processes start here, one after the other.
const timeout = 90_000;

test(
  '[ASVS-42] no line of api and worker holds a name, an address, a phone, an answer or a token, whatever fails',
  { timeout },
  async () => {
    const environment = {
      DATABASE_URL: context.config.databaseUrl,
      DATA_DIR: context.config.dataDir,
      SECRET_KEY: 'a secret key for tests, of 32 characters or more',
      LOG_LEVEL: 'trace',
    };
    const user = await signedIn(context);
    const somebody = await createUser(context);
    const { token } = await createInvitations(context);
    const file = `nome;email;telefone\n${person.name};${person.email};${person.phone}\n`;
    const { uploadId, hasHeader, mapping } = (await upload(context, user, file)).json();
    const api = await startProcess('api', environment);
    const signInTokens = await comeIn(api, somebody.email);
    const worker = await startProcess('worker', environment);
    const json = { ...user.headers, 'content-type': 'application/json' };
    const contact = JSON.stringify({ name: person.name, email: person.email, tel: person.phone });
    const statuses: number[] = [];
    const ask = async (path: string, options: RequestInit = {}) =>
      statuses.push((await fetch(api.address() + path, { redirect: 'manual', ...options })).status);

    const undo = await refuseThisPerson();
    try {
      await ask('/api/login', {
        method: 'POST',
        headers: json,
        body: `{"email":"${person.email}","senha":"${testPassword}"}`,
      });
      await ask(`/api/contacts?search=${encodeURIComponent(person.email)}`, { headers: user.headers });
      await ask('/api/contacts', { method: 'POST', headers: json, body: contact });
      await ask('/api/contacts', { method: 'POST', headers: json, body: contact.slice(0, -5) });
      await ask(`/api/contacts/${encodeURIComponent(person.email)}`, { method: 'PUT', headers: json, body: contact });
      await ask(`/r/${token}?n=9`);
      await ask(`/r/${token}?n=${encodeURIComponent(person.name)}`, { method: 'DELETE' });
      const step = {
        responseId: crypto.randomUUID(),
        seq: 1,
        answers: { score: 3, why: person.comment },
        complete: true,
      };
      await ask(`/api/answers/${token}`, { method: 'POST', headers: json, body: JSON.stringify(step) });
      const form = new URLSearchParams({ r: step.responseId, s: '1', c: '1', 'n.score': '3', 't.why': person.comment });
      await ask(`/r/${token}`, { method: 'POST', body: form });
      await ask(`/u/${token}`, { method: 'POST' });
      await ask('/api/imports', {
        method: 'POST',
        headers: json,
        body: JSON.stringify({ uploadId, hasHeader, mapping }),
      });
      const failed = await worker.logged('an import failed');
      expect(failed['err']).toMatchObject({ code: '23514', table: 'contacts', constraint: 'for_test' });
    } finally {
      await undo();
    }
    // The statements failed where they should: making a contact, answering by script, answering by form.
    expect(statuses).toEqual([200, 200, 500, 400, 400, 200, 404, 500, 503, 200, 202]);
    expect((await api.logged('a request failed'))['err']).toMatchObject({ code: '23514', constraint: 'for_test' });

    for (const started of [api, worker]) {
      started.signal('SIGTERM');
      expect(await started.ended).toBe(0);
      const tokens = [token, token.slice(0, 24), user.headers.authorization, ...signInTokens];
      const secrets = [...Object.values(person), user.email, somebody.email, testPassword, ...tokens];
      for (const value of [...secrets, 'Quit', 'vazamento', '99876', 'chuveiro', encodeURIComponent(person.name)])
        expect(started.output()).not.toContain(value);
    }
  },
);

test('a process that cannot start says why in one line, without the secret that it was given', async () => {
  const start = startProcess('api', {
    DATABASE_URL: context.config.databaseUrl,
    DATA_DIR: context.config.dataDir,
    FILES_URL: 's3://KEY:hidden-secret@:99999/bucket',
  });
  const words = await start.then(
    () => 'started',
    (error: Error) => error.message,
  );
  expect(words).toContain('"msg":"FILES_URL must name ');
  expect(words).not.toContain('hidden-secret');
});
