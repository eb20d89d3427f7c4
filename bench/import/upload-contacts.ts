import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import type { BusinessUnitId, CompanyId, CustomFieldId, ImportId, UploadId } from '@escuta/contract/ids';
import { startImport } from '../../server/src/modules/imports/start-import.ts';
import { recordUpload, storeUpload } from '../../server/src/modules/imports/store-upload.ts';
import { uploadRulesOf } from '../../server/src/modules/imports/targets/upload-rules.ts';
import type { Scope } from '../../server/src/platform/http/scope.ts';
import { newId } from '../../server/src/platform/crypto/ids.ts';
import type { Transaction } from '../../server/src/platform/db/database.ts';
import type { Files } from '../../server/src/platform/storage/files.ts';
import type { Installation } from '../kit/installation.ts';
import { fileFields } from './contacts-file.ts';

export interface Place {
  readonly installation: Installation;
  readonly files: Files;
}

interface Unit {
  readonly companyId: CompanyId;
  readonly businessUnitId: BusinessUnitId;
}

/**
 * Stores a file of contacts for a unit, without the api, after its company has the custom fields of its columns. `start` starts its
 * import: a worker may take it from then on. Throws where a column is not to be imported.
 */
export async function uploadContacts(
  { installation: { database }, files }: Place,
  { companyId, businessUnitId }: Unit,
  path: string,
): Promise<{ start(): Promise<ImportId> }> {
  const scope = { companyId, businessUnitId, userId: null } as unknown as Scope;
  const type = 'import_contacts';
  const choices = await database.withCompany(companyId, async (tx) => {
    await createFileFields(tx, companyId);
    return uploadRulesOf(type).choices(tx, { companyId, businessUnitId, surveyId: null });
  });
  const incoming = { companyId, uploadId: newId<UploadId>() };
  const stored = await storeUpload(files, incoming, {
    name: basename(path),
    content: createReadStream(path),
    isCut: () => false,
    type,
    choices,
  });
  const { uploadId, hasHeader, mapping } = stored.preview;
  if (mapping.includes('ignore')) throw new Error(`a column is left out: ${mapping.join(', ')}`);
  const chosen = {
    uploadId,
    hasHeader,
    mapping,
    mode: 'create_and_update',
    blankCells: 'keep',
    titleCase: false,
    dayOrder: 'day-month',
    setsOff: false,
  } as const;
  return {
    start: () =>
      database.withCompany(companyId, async (tx) => {
        await recordUpload(tx, scope, { ...stored, surveyId: null }, new Date());
        return startImport(tx, scope, chosen, new Date());
      }),
  };
}

/** The custom fields of the last columns of a file of contacts. */
async function createFileFields(tx: Transaction, companyId: CompanyId): Promise<void> {
  const now = new Date();
  const field = { company_id: companyId, created_at: now, updated_at: now };
  await tx
    .insertInto('custom_fields')
    .values(fileFields.map((form, place) => ({ ...field, ...form, id: newId<CustomFieldId>(), place })))
    // A second file of the company finds them.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
