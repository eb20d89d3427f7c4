import { can } from '@escuta/contract/access-policy';
import type { Finances } from '@escuta/contract/billing';
import { sendChannels } from '@escuta/contract/sends';
import { countUsers } from '#modules/access/index.ts';
import { findCompany, listBusinessUnits } from '#modules/companies/index.ts';
import { countResponsesOfUnits } from '#modules/responses/index.ts';
import { countMessages } from '#modules/sends/index.ts';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import { localTime } from '#platform/time/local-time.ts';

/** Plan and usage in the units of the user; the account only for whoever manages the finances (decision 33). */
export async function readFinances(tx: Transaction, scope: Scope, now: Date): Promise<Finances> {
  const { companyId, businessUnitIds: units } = scope;
  const company = await findCompany(tx, companyId);
  const own = await listBusinessUnits(tx, companyId, units);
  const here = own.find(({ id }) => id === scope.businessUnitId);
  if (!company || !here) throw refuse('NOT_FOUND');
  const to = localTime(here.timezone, now).day;
  const month = { companyId, units, from: `${to.slice(0, 7)}-01`, to };
  const sent = new Map((await countMessages(tx, month)).map((each) => [each.channel as string, each.sent]));
  return {
    plan: { isTrial: company.is_trial, trial_expiration_date: company.trial_expires_at?.toISOString() ?? null },
    usage: {
      from: month.from,
      to,
      units: own.length,
      responses: await countResponsesOfUnits(tx, month),
      messages: sendChannels.map((channel) => ({ channel, sent: sent.get(channel) ?? 0 })),
    },
    account: can(scope.role, 'finances.manage')
      ? { users: await countUsers(tx, companyId), pendingPayment: own.some((unit) => unit.pending_payment) }
      : null,
  };
}
