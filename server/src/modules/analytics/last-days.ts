import { findBusinessUnit } from '#modules/companies/index.ts';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import { localTime } from '#platform/time/local-time.ts';
import { addDays } from './calendar.ts';
import type { Period } from './calendar.ts';

const days = 30;

/** The last thirty days in the zone of the unit, today among them. */
export async function lastThirtyDays(tx: Transaction, scope: Scope, now: Date): Promise<Period> {
  const unit = await findBusinessUnit(tx, scope.companyId, scope.businessUnitId);
  if (!unit) throw refuse('NOT_FOUND');
  const to = localTime(unit.timezone, now).day;
  return { from: addDays(to, 1 - days), to };
}
