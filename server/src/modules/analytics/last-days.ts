import { addDays } from '@escuta/contract/calendar-days';
import { findBusinessUnit } from '#modules/companies/index.ts';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import { localTime } from '#platform/time/local-time.ts';
import type { Period } from './calendar.ts';

const daysOfMonth = 30;

/** The last thirty days in the zone of the unit, today among them. */
export function lastThirtyDays(tx: Transaction, scope: Scope, now: Date): Promise<Period> {
  return lastDays(tx, scope, daysOfMonth, now);
}

/** So many days in the zone of the unit, today the last of them. */
export async function lastDays(tx: Transaction, scope: Scope, days: number, now: Date): Promise<Period> {
  const unit = await findBusinessUnit(tx, scope.companyId, scope.businessUnitId);
  if (!unit) throw refuse('NOT_FOUND');
  const to = localTime(unit.timezone, now).day;
  return { from: addDays(to, 1 - days), to };
}
