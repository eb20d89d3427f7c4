import * as contract from '@escuta/contract/audit';
import { findBusinessUnit, listBusinessUnits } from '#modules/companies/index.ts';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { recordAudit } from '#platform/audit/record-audit.ts';
import type { Transaction } from '#platform/db/database.ts';
import type { App } from '#platform/http/app.ts';
import { implement } from '#platform/http/implement.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import { readAuditFile } from './audit-file.ts';
import { presentAuditEvent } from './present-audit-event.ts';
import { auditCountMax, countAuditRows, listActors, listAuditRows } from './queries.ts';

const actorsSinceMs = 365 * 24 * 3_600_000;

/** The routes by which a company reads what was done in it. */
export function auditRoutes(app: App, { clock, database }: AppContext): void {
  implement(
    app,
    contract.listAuditEvents,
  )(({ scope, query: { limit, page, ...narrowed }, inCompany }) =>
    inCompany(async (tx) => {
      const filter = { ...narrowed, ...(await unitsRead(tx, scope)) };
      const names = await unitNamesOf(tx, scope);
      const rows = await listAuditRows(tx, { ...filter, limit, page });
      const total = await countAuditRows(tx, filter, auditCountMax);
      const data = rows.map((row) => presentAuditEvent(row, names));
      return total > auditCountMax ? { data, total: auditCountMax, totalIsAtLeast: true } : { data, total };
    }),
  );

  implement(
    app,
    contract.listAuditActors,
  )(({ scope, inCompany }) =>
    inCompany(async (tx) => {
      const actors = await listActors(tx, scope.companyId, new Date(clock.now().getTime() - actorsSinceMs));
      return { data: actors.map(({ id, name }) => ({ _id: id, name })) };
    }),
  );

  implement(
    app,
    contract.exportAuditEvents,
  )(async ({ scope, query: { format, fileLanguage, ...narrowed }, inCompany }) => {
    const now = clock.now();
    const { unitNames, ...units } = await inCompany(async (tx) => {
      await recordAudit(tx, scope, { action: 'audit.exported', target: { type: 'audit' }, after: { format } }, now);
      return { ...(await unitsRead(tx, scope)), unitNames: await unitNamesOf(tx, scope) };
    });
    return readAuditFile(database, { ...narrowed, ...units }, { format, language: fileLanguage, now, unitNames });
  });
}

async function unitsRead(tx: Transaction, { companyId, businessUnitId, businessUnitIds }: Scope) {
  const unit = await findBusinessUnit(tx, companyId, businessUnitId);
  if (!unit) throw refuse('NOT_FOUND');
  return { companyId, businessUnitIds, timezone: unit.timezone };
}

async function unitNamesOf(tx: Transaction, { companyId }: Scope) {
  const units = await listBusinessUnits(tx, companyId);
  return new Map(units.map(({ id, name }) => [id, name]));
}
