import { exportedContactsMax } from '@escuta/contract/contacts';
import type { FileFormat } from '@escuta/contract/file-formats';
import type { Language } from '@escuta/contract/primitives';
import { findBusinessUnit } from '#modules/companies/index.ts';
import type { Database } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import { datedName, tableFile, walkPages } from '#platform/tabular/table-file.ts';
import type { WrittenFile } from '#platform/tabular/table-file.ts';
import { contactsFileName, contactsTable } from './contacts-table.ts';
import { listCustomFields } from './custom-fields/queries.ts';
import { countContacts } from './queries.ts';
import type { ContactFilter, ContactKey, ContactRow } from './queries.ts';

interface FileOptions {
  readonly format: FileFormat;
  readonly language: Language;
  readonly now: Date;
  readonly rowsMax?: number;
}

/** The contacts that a filter finds, as a file that can be imported again. Refuses TOO_MANY_ROWS. */
export async function readContactsFile(
  database: Database,
  filter: ContactFilter,
  { format, language, now, rowsMax = exportedContactsMax }: FileOptions,
): Promise<WrittenFile> {
  const { companyId, businessUnitId } = filter;
  const { timezone, customFields } = await database.withCompany(companyId, async (tx) => {
    const total = await countContacts(tx, filter, rowsMax);
    if (total > rowsMax) throw refuse('TOO_MANY_ROWS', { most: rowsMax });
    const unit = await findBusinessUnit(tx, companyId, businessUnitId);
    if (!unit) throw refuse('NOT_FOUND');
    return { timezone: unit.timezone, customFields: await listCustomFields(tx, companyId) };
  });
  const { read, ...table } = contactsTable(filter, { language, timezone, customFields });
  const rows = walkPages<ContactRow, ContactKey>((page) => database.withCompany(companyId, (tx) => read(tx, page)));
  return tableFile(
    { ...table, rows },
    { name: datedName(contactsFileName(language), timezone, now), format, language },
  );
}
