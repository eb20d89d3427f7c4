import { Readable } from 'node:stream';
import type { CompanyId, PersonPackageId } from '@escuta/contract/ids';
import { findBusinessUnit } from '#modules/companies/index.ts';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { findRequestRow } from '../requests/queries.ts';
import { collectPerson } from './collect-person.ts';
import { fileKeys, removeFiles } from './package-files.ts';
import { personPdf } from './person-pdf.ts';

/**
 * Collects what was asked for and writes both files. Harmless to do twice: the files are the same ones. Where the person was
 * erased before, or meanwhile, nothing is left behind.
 */
export async function runPackage(
  context: Pick<AppContext, 'database' | 'files' | 'clock'>,
  { companyId, packageId }: { companyId: CompanyId; packageId: PersonPackageId },
): Promise<void> {
  const { database, files, clock } = context;
  const now = clock.now();
  const found = await database.withCompany(companyId, async (tx) => {
    const row = await tx
      .selectFrom('person_packages')
      .selectAll()
      .where('company_id', '=', companyId)
      .where('id', '=', packageId)
      .executeTakeFirst();
    if (!row || row.status === 'finished') return undefined;
    const { business_unit_id: businessUnitId, contact_id: contactId, language } = row;
    const request = await findRequestRow(tx, { companyId, id: row.request_id });
    const requesterEmail = request?.requester_email ?? '';
    const key = { companyId, businessUnitId, contactId, language, requesterEmail };
    const person = row.status === 'pending' ? await collectPerson(tx, key, now) : undefined;
    const unit = await findBusinessUnit(tx, companyId, businessUnitId);
    return { row, person, timezone: unit?.timezone ?? 'UTC' };
  });
  if (!found) return;
  const { row, person, timezone } = found;
  if (person) {
    const keys = fileKeys(companyId, row.person_file_id);
    await files.write(keys.json, Readable.from([JSON.stringify(person, null, 2)]));
    await files.write(keys.pdf, personPdf(person, { language: row.language, timezone }));
  }
  const isKept = await database.withCompany(companyId, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('person_packages')
      .set({ status: person ? 'finished' : 'removed', ended_at: now })
      .where('company_id', '=', companyId)
      .where('id', '=', packageId)
      .where('status', '=', 'pending')
      .executeTakeFirst();
    return numUpdatedRows > 0n && person !== undefined;
  });
  if (!isKept) await removeFiles(context, companyId, packageId);
}
