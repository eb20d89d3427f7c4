import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Papa from 'papaparse';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { ImportId } from '@escuta/contract/ids';
import { signedIn } from '../../testing/factories.ts';
import { forgetFacts } from '../../testing/facts-of.ts';
import { upload } from '../../testing/import-steps.ts';
import { forgetSends } from '../../testing/send-factories.ts';
import { openTestContext } from '../../testing/test-context.ts';
import type { TestContext } from '../../testing/test-context.ts';

/** Imports run by the worker as it is started in production: a process of its own, killed without a word. */

const root = join(import.meta.dirname, '../../../..');
let context: TestContext;
const workers: ChildProcess[] = [];
beforeAll(async () => {
  context = await openTestContext();
  await forgetFacts(context);
  await forgetSends(context);
});
afterEach(async () => {
  await Promise.all(workers.splice(0).map(kill));
});
afterAll(() => context.close());

function startWorker(): ChildProcess {
  const { databaseUrl, dataDir } = context.config;
  const worker = spawn(process.execPath, [join(root, 'server/src/main/worker.ts')], {
    env: { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir, NODE_ENV: 'test', LOG_LEVEL: 'fatal' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  workers.push(worker);
  return worker;
}

async function kill(worker: ChildProcess): Promise<void> {
  if (worker.exitCode !== null || worker.signalCode !== null) return;
  const gone = once(worker, 'exit');
  worker.kill('SIGKILL');
  await gone;
}

type Headers = Awaited<ReturnType<typeof signedIn>>['headers'];

async function startImport(headers: Headers, file: Buffer, choice: { dayOrder?: string } = {}): Promise<ImportId> {
  const { uploadId, hasHeader, mapping } = (await upload(context, { headers }, file)).json();
  const started = await context.app.inject({
    method: 'POST',
    url: '/api/imports',
    headers,
    payload: { uploadId, hasHeader, mapping, ...choice },
  });
  return started.json()._id;
}

/** Asks for the import until it is as wished; answers every status seen on the way, and the import. */
async function until(
  headers: Headers,
  id: ImportId,
  isSo: (now: { progress: number; status: string }) => boolean,
  withinMs: number,
) {
  const statuses = new Set<string>();
  for (const end = performance.now() + withinMs; performance.now() < end;) {
    const now = (await context.app.inject({ url: `/api/imports/${id}`, headers })).json();
    statuses.add(now.status);
    if (isSo(now)) return { now, statuses: [...statuses] };
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`not so within ${withinMs} ms; seen: ${[...statuses].join(', ')}`);
}

const isOver = ({ status }: { status: string }) => status === 'finished' || status === 'error';

async function countContacts(headers: Headers, query = ''): Promise<number> {
  return (await context.app.inject({ url: `/api/contacts/count?${query}`, headers })).json().total;
}

test(
  '[IMPORT-17] a real-looking file of 10,412 rows, 150 of them bad, goes from pending to finished',
  // Not how soon: beside other tests the worker may take a minute to start.
  { timeout: 300_000 },
  async () => {
    const { headers } = await signedIn(context);
    const path = join(context.config.dataDir, 'contatos-10k.csv');
    const made = JSON.parse(
      execFileSync(process.execPath, [join(root, 'e2e/files/contacts-file.ts'), path], { encoding: 'utf8' }),
    );
    const id = await startImport(headers, readFileSync(path));
    const pending = (await context.app.inject({ url: `/api/imports/${id}`, headers })).json();
    expect(pending).toMatchObject({ status: 'pending', progress: 0, ended_at: null });

    startWorker();
    const { now, statuses } = await until(headers, id, isOver, 140_000);
    expect(['pending', 'started', 'running', 'finished'].filter((status) => statuses.includes(status))).toEqual(
      statuses,
    );
    expect(now).toMatchObject({
      status: 'finished',
      progress: 1,
      totalData: made.good + 150,
      counts: { created: made.good, updated: 0, unchanged: 0, rejected: 150, warned: 0 },
      error: null,
    });
    expect(await countContacts(headers)).toBe(made.good);
    expect(await countContacts(headers, 'search=conceicao')).toBeGreaterThan(100);

    const file = await context.app.inject({ url: `/api/imports/${id}/errors`, headers });
    const { data } = Papa.parse<string[]>(file.body.replace(/^\ufeff/, ''), { delimiter: ';', skipEmptyLines: true });
    expect(data[0]).toEqual(['Linha', 'Motivo', 'Nome', 'E-mail', 'Celular', 'Empresa', 'Cidade', 'Última compra']);
    const perReason: Record<string, number> = {};
    for (const [, reason = ''] of data.slice(1)) perReason[reason] = (perReason[reason] ?? 0) + 1;
    expect(perReason).toEqual({
      'E-mail inválido (E-mail).': made.bad.email_invalid,
      'Telefone inválido (Celular).': made.bad.phone_invalid,
      'Sem e-mail e sem telefone.': made.bad.no_address,
      'E-mail, telefone ou código externo repetido no arquivo (E-mail).': made.bad.duplicate_in_file,
      'Faltam colunas nesta linha.': made.bad.columns_missing,
      'Sobram colunas nesta linha.': made.bad.columns_extra,
      'Aspas abertas e não fechadas, ou no lugar errado.': made.bad.quote_broken,
      'Contém caracteres que não são texto (Nome).': made.bad.not_text,
    });

    // The same file again changes nothing.
    const again = await until(headers, await startImport(headers, readFileSync(path)), isOver, 140_000);
    expect(again.now.counts).toEqual({ created: 0, updated: 0, unchanged: made.good, rejected: 150, warned: 0 });
    expect(await countContacts(headers)).toBe(made.good);
  },
);

test(
  'a worker killed in the middle loses nothing and doubles nothing: the import goes on within 60 s as it was begun',
  { timeout: 180_000 },
  async () => {
    const { headers, companyId } = await signedIn(context);
    const rows = Array.from({ length: 40_000 }, (_, at) =>
      at % 100 === 99 ? `Pessoa ${at};pessoa@${at};${at};` : `Pessoa ${at};pessoa${at}@x.com;;05/06/1990`,
    );
    const file = Buffer.from(['nome;e-mail;telefone;nascimento', ...rows].join('\n'));
    const id = await startImport(headers, file, { dayOrder: 'month-day' });
    const first = startWorker();
    await until(headers, id, ({ progress, status }) => status === 'running' && progress > 0.05, 60_000);
    await kill(first);
    const left = (await context.app.inject({ url: `/api/imports/${id}`, headers })).json();
    expect(left.status).toBe('running');
    expect(left.progress).toBeLessThan(1);

    startWorker();
    await until(headers, id, ({ progress }) => progress > left.progress, 60_000);
    const { now } = await until(headers, id, isOver, 90_000);
    expect(now).toMatchObject({
      status: 'finished',
      totalData: 40_000,
      counts: { created: 39_600, updated: 0, unchanged: 0, rejected: 400 },
    });
    expect(await countContacts(headers)).toBe(39_600);
    const birthdays = await context.database.withCompany(companyId, (tx) =>
      tx.selectFrom('contacts').select('birthday').distinct().where('company_id', '=', companyId).execute(),
    );
    expect(birthdays).toEqual([{ birthday: '1990-05-06' }]);
    const bad = await context.database.withCompany(companyId, (tx) =>
      tx
        .selectFrom('import_row_errors')
        .select(['row_no', 'reason', 'further'])
        .where('company_id', '=', companyId)
        .where('import_id', '=', id)
        .orderBy('row_no')
        .execute(),
    );
    expect(bad).toEqual(
      Array.from({ length: 400 }, (_, at) => ({
        row_no: at * 100 + 101,
        reason: 'email_invalid',
        further: [{ reason: 'phone_invalid', column_name: 'telefone' }],
      })),
    );
  },
);
