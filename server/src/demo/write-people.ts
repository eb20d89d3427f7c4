import { Readable } from 'node:stream';
import type { CompanyId, ContactCompanyId, ImportId, UploadId, UserId } from '@escuta/contract/ids';
import type { Transaction } from '#platform/db/database.ts';
import type { Files } from '#platform/storage/files.ts';
import type { DrawnUnit } from './make-unit.ts';
import type { Random } from './random.ts';
import type { TimeLine } from './time-line.ts';
import { writeRows } from './write-rows.ts';

interface Place {
  readonly companyId: CompanyId;
  readonly ownerId: UserId;
  readonly random: Random;
  readonly time: TimeLine;
}

/** Writes the imports of a unit and the contacts, with the companies that they work for. */
export async function writePeople(tx: Transaction, files: Files, place: Place, drawn: DrawnUnit): Promise<void> {
  const importIds = await writeImports(tx, files, place, drawn);
  const workplaceIds = await writeWorkplaces(tx, place, drawn);
  await writeRows(
    tx,
    place.companyId,
    'contacts',
    {
      id: 'uuid',
      business_unit_id: 'uuid',
      name: 'text',
      email: 'text',
      tel: 'text',
      contact_company_id: 'uuid',
      source: 'text',
      last_import_id: 'uuid',
      created_at: 'timestamptz',
      updated_at: 'timestamptz',
    },
    drawn.contacts.map((contact) => ({
      id: contact.id,
      business_unit_id: drawn.id,
      name: contact.name,
      email: contact.email,
      tel: contact.tel,
      contact_company_id: contact.workplace && workplaceIds.get(contact.workplace),
      source: contact.source,
      last_import_id: contact.importIndex === null ? null : importIds[contact.importIndex],
      created_at: contact.createdAt,
      updated_at: contact.createdAt,
    })),
  );
}

async function writeWorkplaces(
  tx: Transaction,
  { companyId, random, time }: Place,
  drawn: DrawnUnit,
): Promise<Map<string, string>> {
  const names = [...new Set(drawn.contacts.flatMap(({ workplace }) => workplace ?? []))];
  const ids = new Map(names.map((name) => [name, random.idAt<ContactCompanyId>(time.at(396, 9))]));
  const columns = { id: 'uuid', business_unit_id: 'uuid', name: 'text', created_at: 'timestamptz' };
  const rows = [...ids].map(([name, id]) => ({ id, business_unit_id: drawn.id, name, created_at: time.at(396, 9) }));
  await writeRows(tx, companyId, 'contact_companies', columns, rows);
  return ids;
}

async function writeImports(
  tx: Transaction,
  files: Files,
  { companyId, ownerId, random, time }: Place,
  drawn: DrawnUnit,
): Promise<string[]> {
  const ids: string[] = [];
  for (const [index, { fileName, daysAgo }] of drawn.unit.imports.entries()) {
    const { csv, sha256, preview, mapping, errors, createdRows } = drawn.imports[index]!;
    const startedAt = time.at(daysAgo, 9.4);
    const place = { company_id: companyId, business_unit_id: drawn.id, created_by: ownerId, created_at: startedAt };
    const uploadId = random.idAt<UploadId>(startedAt);
    const id = random.idAt<ImportId>(startedAt);
    const fileKey = `imports/${companyId}/${uploadId}`;
    await files.write(fileKey, Readable.from([csv]));
    await tx
      .insertInto('import_uploads')
      .values({
        ...place,
        id: uploadId,
        file_key: fileKey,
        file_name: fileName,
        size_bytes: Buffer.byteLength(csv),
        sha256,
        preview: JSON.stringify(preview),
      })
      .execute();
    await tx
      .insertInto('imports')
      .values({
        ...place,
        id,
        upload_id: uploadId,
        type: 'import_contacts',
        status: 'finished',
        mode: 'create_and_update',
        has_header: true,
        mapping: JSON.stringify(mapping),
        total_rows: createdRows + errors.length,
        done_rows: createdRows + errors.length,
        created_rows: createdRows,
        rejected_rows: errors.length,
        ended_at: time.at(daysAgo, 9.55),
      })
      .execute();
    const faults = errors.map((error) => ({
      company_id: companyId,
      import_id: id,
      row_no: error.rowNo,
      reason: error.reason,
      column_name: error.column,
      cells: [...error.cells],
    }));
    if (faults.length > 0) await tx.insertInto('import_row_errors').values(faults).execute();
    ids.push(id);
  }
  return ids;
}
