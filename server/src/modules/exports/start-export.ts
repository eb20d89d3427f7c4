import type { ExportKind } from '@escuta/contract/export-types';
import { waitingExportsMax } from '@escuta/contract/exports';
import type { ExportForms } from '@escuta/contract/exports';
import type { WrittenFormat } from '@escuta/contract/file-formats';
import type { ExportId } from '@escuta/contract/ids';
import { sql } from 'kysely';
import { holdBusinessUnit } from '#modules/companies/index.ts';
import { recordAudit } from '#platform/audit/record-audit.ts';
import { newId } from '#platform/crypto/ids.ts';
import type { Transaction } from '#platform/db/database.ts';
import { emit } from '#platform/events/outbox.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import type { Asked, Order } from './asked.ts';
import { sources } from './sources/sources.ts';

interface AskedExport<Kind extends ExportKind> {
  readonly kind: Kind;
  readonly form: ExportForms[Kind];
}

/** Asks for a file of what a form describes. Refuses what its source does, and EXPORTS_WAITING. */
export async function startExport<Kind extends ExportKind>(
  tx: Transaction,
  scope: Scope,
  { kind, form }: AskedExport<Kind>,
  now: Date,
): Promise<ExportId> {
  const { format, language } = form;
  const { kept, ...order } = await sources[kind].order(tx, scope, form);
  const { role, exportsPersonalData } = scope;
  const asked: Asked = { ...kept, language, by: { role, exportsPersonalData } };
  const id = await insertExport(tx, scope, { ...order, asked, format }, now);
  const after = { format, background: true };
  await recordAudit(tx, scope, { action: `${kind}.exported`, target: { type: kind }, after }, now);
  return id;
}

interface NewExport extends Omit<Order, 'kept'> {
  readonly asked: Asked;
  readonly format: WrittenFormat;
}

async function insertExport(tx: Transaction, scope: Scope, row: NewExport, now: Date): Promise<ExportId> {
  const { companyId, businessUnitId, userId } = scope;
  // One after the other: two at once would both find room.
  await holdBusinessUnit(tx, companyId, businessUnitId);
  const { waiting } = await tx
    .selectFrom('exports')
    .select(sql<number>`count(*)::int`.as('waiting'))
    .where('company_id', '=', companyId)
    .where('business_unit_id', '=', businessUnitId)
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow();
  if (waiting >= waitingExportsMax) throw refuse('EXPORTS_WAITING', { most: waitingExportsMax });
  const id = newId<ExportId>();
  await tx
    .insertInto('exports')
    .values({
      type: row.type,
      format: row.format,
      names_people: row.names_people,
      export_mode: row.export_mode ?? null,
      survey_title: row.survey_title ?? null,
      company_id: companyId,
      id,
      business_unit_id: businessUnitId,
      asked: JSON.stringify(row.asked),
      created_by: userId,
      created_at: now,
      moved_at: now,
    })
    .execute();
  await emit(tx, companyId, 'export.started', { exportId: id });
  return id;
}
