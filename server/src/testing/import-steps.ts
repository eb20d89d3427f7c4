import { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { CompanyId, ContactId, ImportId, SurveyId, UploadId } from '@escuta/contract/ids';
import type { Rehearsal } from '@escuta/contract/imports';
import { expect } from 'vitest';
import { runImport, runRehearsal } from '#modules/imports/index.ts';
import type { TestContext } from './test-context.ts';

/**
 * Uploads a file of contacts, or of answers to a survey, through the real route, as a browser does. `onWrite` hears the keys of
 * the files stored.
 */
export function upload(
  context: TestContext,
  { headers, answersTo }: { headers: Record<string, string>; answersTo?: SurveyId },
  content: string | Buffer,
  fileName = 'contatos.csv',
  onWrite?: (key: string) => void,
) {
  if (onWrite) {
    const write = context.files.write.bind(context.files);
    context.files.write = (key, source) => {
      onWrite(key);
      context.files.write = write;
      return write(key, source);
    };
  }
  return context.app.inject({
    ...uploadCall({ headers }),
    ...(answersTo && { url: `/api/surveys/${answersTo}/imports/uploads` }),
    payload: Buffer.concat([formHead(fileName), Buffer.from(content), formEnd]),
  });
}

/** The same of a file that is made while it is sent: it may be larger than a memory. */
export function uploadPieces(
  context: TestContext,
  user: { headers: Record<string, string> },
  pieces: Iterable<Buffer> | AsyncIterable<Buffer>,
  fileName = 'contatos.csv',
) {
  return context.app.inject({ ...uploadCall(user), payload: Readable.from(form(pieces, fileName)) });
}

async function* form(pieces: Iterable<Buffer> | AsyncIterable<Buffer>, fileName: string): AsyncGenerator<Buffer> {
  yield formHead(fileName);
  yield* pieces;
  yield formEnd;
}

/** A small file as a browser sends it: the body of a call, and its type. */
export function fileForm(content: string): { payload: Buffer; type: string } {
  return { payload: Buffer.concat([formHead('arquivo.csv'), Buffer.from(content), formEnd]), type: formType };
}

const boundary = 'a-boundary-of-the-test';
const formType = `multipart/form-data; boundary=${boundary}`;
const formEnd = Buffer.from(`\r\n--${boundary}--\r\n`);

function formHead(fileName: string): Buffer {
  const named = `form-data; name="file"; filename="${fileName.replaceAll('\\', '\\\\')}"`;
  return Buffer.from(`--${boundary}\r\ncontent-disposition: ${named}\r\ncontent-type: text/csv\r\n\r\n`);
}

function uploadCall({ headers }: { headers: Record<string, string> }) {
  return { method: 'POST', url: '/api/imports/uploads', headers: { ...headers, 'content-type': formType } } as const;
}

/** Puts contacts on the list of an import, without its file. */
export async function meetContacts(
  { database }: Pick<TestContext, 'database'>,
  { companyId, importId }: { companyId: CompanyId; importId: ImportId },
  ids: readonly ContactId[],
): Promise<void> {
  await database.withCompany(companyId, (tx) =>
    sql`
      INSERT INTO contact_imports (company_id, import_id, contact_id, met_at)
      SELECT ${companyId}, ${importId}, id, now() FROM unnest(${ids}::uuid[]) AS met (id)
    `.execute(tx),
  );
}

/** Runs an import here and now, as a worker would. */
export function runImportNow(
  context: TestContext,
  companyId: CompanyId,
  importId: ImportId,
  tries = { isRetry: false },
): Promise<void> {
  return runImport(context, { companyId, importId }, AbortSignal.timeout(60_000), tries);
}

/**
 * Runs an import whose worker is killed in its second chunk, when all of it is written and nothing committed. `afterChunk` is
 * called behind the first.
 */
export async function runImportUntilKilled(
  context: TestContext,
  companyId: CompanyId,
  importId: ImportId,
  afterChunk?: () => Promise<unknown>,
): Promise<void> {
  const { withCompany } = context.database;
  let chunks = 0;
  context.database.withCompany = async (company, work) => {
    const done = await withCompany(company, async (tx) => {
      const result = await work(tx);
      if (result === true && (chunks += 1) === 2) throw new Error('killed');
      return result;
    });
    if (done === true) await afterChunk?.();
    return done;
  };
  const killed = runImportNow(context, companyId, importId).finally(() => {
    context.database.withCompany = withCompany;
  });
  await expect(killed).rejects.toThrow('killed');
}

/** Asks what an import of an uploaded file would do, and runs that here and now; answers the last that a screen sees of it. */
export async function rehearse(
  context: TestContext,
  { companyId, headers }: { companyId: CompanyId; headers: Record<string, string> },
  uploadId: UploadId,
  settings: object,
): Promise<Rehearsal> {
  const url = `/api/imports/uploads/${uploadId}/rehearsal`;
  const asked = (await context.app.inject({ method: 'PUT', url, headers, payload: settings })).json<Rehearsal>();
  await runRehearsal(context, { companyId, uploadId, rehearsalId: asked._id }, AbortSignal.timeout(60_000));
  return (await context.app.inject({ url, headers })).json();
}
