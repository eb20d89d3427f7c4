import type { CompanyId, PersonFileId, PersonPackageId } from '@escuta/contract/ids';
import type { AppContext } from '#platform/app-context/app-context.ts';

/** How long the files of a package are kept. */
export const packageKeptMs = 7 * 24 * 3_600_000;

/** Where the files of a package lie in the storage. */
export function fileKeys(companyId: CompanyId, fileId: PersonFileId): { json: string; pdf: string } {
  const key = `privacy/${companyId}/${fileId}`;
  return { json: `${key}.json`, pdf: `${key}.pdf` };
}

/** Removes the files of a package, then notes that they are gone. */
export async function removeFiles(
  { database, files }: Pick<AppContext, 'database' | 'files'>,
  companyId: CompanyId,
  packageId: PersonPackageId,
): Promise<void> {
  const row = await database.withCompany(companyId, (tx) =>
    tx
      .selectFrom('person_packages')
      .select('person_file_id')
      .where('company_id', '=', companyId)
      .where('id', '=', packageId)
      .executeTakeFirst(),
  );
  if (!row) return;
  const { json, pdf } = fileKeys(companyId, row.person_file_id);
  await files.remove(json);
  await files.remove(pdf);
  await database.withCompany(companyId, (tx) =>
    tx
      .updateTable('person_packages')
      .set({ status: 'removed', is_gone: true })
      .where('company_id', '=', companyId)
      .where('id', '=', packageId)
      .execute(),
  );
}
