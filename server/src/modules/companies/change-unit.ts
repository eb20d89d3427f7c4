import type { EditedBusiness, UnitSettings } from '@escuta/contract/company-settings';
import type { BusinessUnitId } from '@escuta/contract/ids';
import { changedFacts, lastChanges } from '#platform/audit/last-changes.ts';
import { recordAudit } from '#platform/audit/record-audit.ts';
import { newId } from '#platform/crypto/ids.ts';
import type { Transaction } from '#platform/db/database.ts';
import { emit } from '#platform/events/outbox.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import { presentBusiness } from './present-company.ts';
import { findBusinessUnit, findCompany, holdBusinessUnit, listBusinessUnits } from './queries.ts';

/** A unit that the caller may work in, with who changed what of it last. Refuses NOT_FOUND. */
export async function readUnitToEdit(tx: Transaction, scope: Scope, id: BusinessUnitId): Promise<EditedBusiness> {
  const unit = ownUnit(scope, await findBusinessUnit(tx, scope.companyId, id));
  const of = { action: 'business_unit.changed', type: 'business_unit', id } as const;
  const changes = await lastChanges(tx, scope.companyId, of);
  return { ...presentBusiness(unit), brand_color: unit.brand_color, changes };
}

/** Changes what is given of a unit that the caller may work in. Refuses NOT_FOUND. */
export async function changeUnit(
  tx: Transaction,
  scope: Scope,
  { id, wanted }: { id: BusinessUnitId; wanted: Partial<UnitSettings> },
  now: Date,
): Promise<void> {
  const { name, timezone, brand_color } = ownUnit(scope, await holdBusinessUnit(tx, scope.companyId, id));
  const current = { nome: name, timezone, brand_color };
  const given = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
  const next = { ...current, ...given };
  const facts = changedFacts(current, next);
  if (!facts) return;
  await tx
    .updateTable('business_units')
    .set({ name: next.nome, timezone: next.timezone, brand_color: next.brand_color })
    .where('company_id', '=', scope.companyId)
    .where('id', '=', id)
    .execute();
  const target = { type: 'business_unit', id, label: next.nome } as const;
  await recordAudit(tx, scope, { action: 'business_unit.changed', target, ...facts }, now);
}

/** Opens a unit, with the zone and the colour of the company where it is given none. Refuses UNITS_BEYOND_OWN to whoever works in some units only: they would not see it. */
export async function createUnit(
  tx: Transaction,
  scope: Scope,
  { nome, ...given }: Pick<UnitSettings, 'nome'> & Partial<UnitSettings>,
  now: Date,
): Promise<BusinessUnitId> {
  const all = await listBusinessUnits(tx, scope.companyId);
  if (all.length > scope.businessUnitIds.length) throw refuse('UNITS_BEYOND_OWN');
  const company = await findCompany(tx, scope.companyId);
  if (!company) throw refuse('NOT_FOUND');
  const { timezone = company.timezone, brand_color = company.brand_color } = given;
  const id = newId<BusinessUnitId>();
  await tx
    .insertInto('business_units')
    .values({ company_id: scope.companyId, id, name: nome, timezone, brand_color, created_at: now })
    .execute();
  const target = { type: 'business_unit', id, label: nome } as const;
  const after = { nome, timezone, brand_color };
  await recordAudit(tx, scope, { action: 'business_unit.created', target, after }, now);
  await emit(tx, scope.companyId, 'business-unit.created', { businessUnitId: id });
  return id;
}

type Unit = NonNullable<Awaited<ReturnType<typeof findBusinessUnit>>>;

function ownUnit({ businessUnitIds }: Scope, unit: Unit | undefined): Unit {
  if (!unit || !businessUnitIds.includes(unit.id)) throw refuse('NOT_FOUND');
  return unit;
}
