import type { PersonFileId, PrivacyRequestId } from '@escuta/contract/ids';
import { personFileTypes } from '@escuta/contract/privacy-requests';
import type { PersonFileFormat, PersonPackage } from '@escuta/contract/privacy-requests';
import { findBusinessUnit } from '#modules/companies/index.ts';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { recordAudit } from '#platform/audit/record-audit.ts';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import { datedName } from '#platform/tabular/table-file.ts';
import type { WrittenFile } from '#platform/tabular/table-file.ts';
import { fileKeys, packageKeptMs } from './package-files.ts';
import { packageWords } from './package-words.ts';

/** What was collected on a request, the newest first. */
export async function listPackages(
  tx: Transaction,
  { companyId, businessUnitIds }: Scope,
  { id, now }: { id: PrivacyRequestId; now: Date },
): Promise<PersonPackage[]> {
  const rows = await tx
    .selectFrom('person_packages')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('request_id', '=', id)
    .where('business_unit_id', 'in', [...businessUnitIds])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({
    _id: row.person_file_id,
    _contact: row.contact_id,
    status: isOver(row.created_at, now) ? 'removed' : row.status,
    created_at: row.created_at.toISOString(),
    expires_at: new Date(row.created_at.getTime() + packageKeptMs).toISOString(),
  }));
}

/** One of the two files, by its link. Refuses NOT_FOUND also where it is not ready, and where its seven days are over. */
export async function readPersonFile(
  { files, clock }: Pick<AppContext, 'files' | 'clock'>,
  scope: Scope,
  { fileId, format }: { fileId: PersonFileId; format: PersonFileFormat },
  inCompany: <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>,
): Promise<WrittenFile> {
  const now = clock.now();
  const { companyId, businessUnitIds } = scope;
  const key = fileKeys(companyId, fileId)[format];
  const hasFile = (await files.size(key)) !== null;
  const name = await inCompany(async (tx) => {
    const row = await tx
      .selectFrom('person_packages')
      .select(['created_at', 'contact_id', 'business_unit_id', 'language'])
      .where('company_id', '=', companyId)
      .where('person_file_id', '=', fileId)
      .where('business_unit_id', 'in', [...businessUnitIds])
      .where('status', '=', 'finished')
      .executeTakeFirst();
    if (!row || isOver(row.created_at, now) || !hasFile) throw refuse('NOT_FOUND');
    const target = { type: 'contact', id: row.contact_id } as const;
    const actor = { ...scope, businessUnitId: row.business_unit_id };
    await recordAudit(tx, actor, { action: 'contact.package_downloaded', target, after: { format } }, now);
    const unit = await findBusinessUnit(tx, companyId, row.business_unit_id);
    return datedName(packageWords[row.language].fileName, unit?.timezone ?? 'UTC', row.created_at);
  });
  return {
    name: `${name}.${format}`,
    mediaType: personFileTypes[format],
    content: await files.read(key),
  };
}

function isOver(createdAt: Date, now: Date): boolean {
  return now.getTime() >= createdAt.getTime() + packageKeptMs;
}
