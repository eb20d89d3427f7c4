import { createReadStream } from 'node:fs';
import type { BusinessUnitId, CompanyId, ImportId } from '@escuta/contract/ids';
import { startImport } from '../../server/src/modules/imports/start-import.ts';
import { recordUpload, storeUpload } from '../../server/src/modules/imports/store-upload.ts';
import type { Scope } from '../../server/src/platform/http/scope.ts';
import type { Files } from '../../server/src/platform/storage/files.ts';
import type { Installation } from '../kit/installation.ts';

export interface Place {
  readonly installation: Installation;
  readonly files: Files;
}

interface Unit {
  readonly companyId: CompanyId;
  readonly businessUnitId: BusinessUnitId;
}

/** Stores a file of contacts for a unit, without the api. `start` starts its import: a worker may take it from then on. */
export async function uploadContacts(
  { installation: { database }, files }: Place,
  { companyId, businessUnitId }: Unit,
  path: string,
): Promise<{ start(): Promise<ImportId> }> {
  const scope = { companyId, businessUnitId, userId: null } as unknown as Scope;
  const stored = await storeUpload(files, scope, {
    name: 'contatos.csv',
    content: createReadStream(path),
    isCut: () => false,
    type: 'import_contacts',
    choices: { customFields: [] },
  });
  const { uploadId, hasHeader, mapping } = stored.preview;
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
