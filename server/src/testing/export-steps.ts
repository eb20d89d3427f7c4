import type { Export } from '@escuta/contract/exports';
import type { CompanyId, ExportFileId, ExportId } from '@escuta/contract/ids';
import { expect } from 'vitest';
import { runExport } from '#modules/exports/index.ts';
import type { TestContext } from './test-context.ts';

type Headers = Record<string, string>;

/** Asks for an export of contacts, of responses or of sends through the real route. */
export function askForExport(
  context: TestContext,
  headers: Headers,
  of: 'contacts' | 'responses' | 'sends' = 'contacts',
  asked: object = {},
) {
  const payload = { filter: {}, format: 'csv', ...asked };
  return context.app.inject({ method: 'POST', url: `/api/exports/${of}`, headers, payload });
}

/** Runs an export here and now, as a worker would. */
export function runExportNow(
  context: TestContext,
  companyId: CompanyId,
  exportId: ExportId,
  options: { rowsPerPart?: number; rowsPerPage?: number; isRetry?: boolean } = {},
): Promise<void> {
  return runExport(context, { companyId, exportId }, AbortSignal.timeout(60_000), options);
}

/** Runs an export whose worker is killed at its third piece, before the checkpoint moves behind that. */
export async function runExportUntilKilled(
  context: TestContext,
  companyId: CompanyId,
  exportId: ExportId,
  options: { rowsPerPart: number },
): Promise<void> {
  const { write } = context.files;
  let pieces = 0;
  context.files.write = (key, source) => {
    pieces += 1;
    return pieces === 3 ? Promise.reject(new Error('killed')) : write.call(context.files, key, source);
  };
  const killed = runExportNow(context, companyId, exportId, options).finally(() => {
    context.files.write = write;
  });
  await expect(killed).rejects.toThrow('killed');
}

/** An export as the list shows it. */
export async function readExport(context: TestContext, headers: Headers, exportId: string): Promise<Export> {
  return (await context.app.inject({ url: `/api/exports/${exportId}`, headers })).json();
}

/** Exports of the unit's contacts: one that waits, and the link of the file of one that has finished. */
export async function createExports(
  context: TestContext,
  companyId: CompanyId,
  headers: Headers,
): Promise<{ exportId: ExportId; exportFileId: ExportFileId }> {
  const finished = (await askForExport(context, headers)).json<Export>();
  await runExportNow(context, companyId, finished._id);
  const { file } = await readExport(context, headers, finished._id);
  if (file === null) throw new Error('the export has no file');
  return { exportId: (await askForExport(context, headers)).json<Export>()._id, exportFileId: file };
}
