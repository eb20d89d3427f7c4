import type { CompanySettings } from '@escuta/contract/company-settings';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { changedFacts, lastChanges } from '#platform/audit/last-changes.ts';
import { recordAudit } from '#platform/audit/record-audit.ts';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import { isVisitor } from '#platform/http/scope.ts';
import type { Scope } from '#platform/http/scope.ts';
import { bareAddress } from '#platform/limits/caller-address.ts';
import { isWithinNetworks } from '#platform/limits/networks.ts';
import { findCompany, holdCompany } from './queries.ts';

const minuteMs = 60_000;

/** What the company of the caller has decided for itself, who changed it last, and what the installation lets it. */
export async function readCompanySettings(
  tx: Transaction,
  { companyId, address }: Scope,
  { sessionMs, keptSessionMs }: AppContext['config']['sessionIdle'],
) {
  const settings = settingsOf(await findCompany(tx, companyId));
  const changes = await lastChanges(tx, companyId, { action: 'company.changed', type: 'company', id: companyId });
  const idle_of_installation = { minutes: sessionMs / minuteMs, kept_minutes: keptSessionMs / minuteMs };
  return { ...settings, changes, address: bareAddress(address), idle_of_installation };
}

/**
 * Changes settings of the caller's company; those that are not given stay. What stays as it was is no change. Refuses
 * OWN_ADDRESS_OUTSIDE for networks that would lock out who names them, and NOT_BY_VISITOR for how people come in.
 */
export async function changeCompany(
  tx: Transaction,
  scope: Scope,
  wanted: Partial<CompanySettings>,
  now: Date,
): Promise<void> {
  const { companyId } = scope;
  const current = settingsOf(await holdCompany(tx, companyId));
  const given = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
  const next = { ...current, ...given };
  const languages = [...new Set([next.language, ...next.languages])];
  const facts = changedFacts({ ...current }, { ...next, languages });
  if (!facts) return;
  if (isVisitor(scope) && changesWhoComesIn(facts.after, next)) throw refuse('NOT_BY_VISITOR');
  if ('allowed_networks' in facts.after && locksOut(scope, next.allowed_networks))
    throw refuse('OWN_ADDRESS_OUTSIDE', { address: bareAddress(scope.address) });
  await tx
    .updateTable('companies')
    .set({
      name: next.nome,
      timezone: next.timezone,
      language: next.language,
      languages,
      brand_color: next.brand_color,
      force_authenticator: next.force_authenticator,
      allowed_networks: next.allowed_networks,
      session_idle_minutes: next.session_idle_minutes,
    })
    .where('id', '=', companyId)
    .execute();
  const target = { type: 'company', id: companyId, label: next.nome } as const;
  await recordAudit(tx, scope, { action: 'company.changed', target, ...facts }, now);
}

function settingsOf(row: Awaited<ReturnType<typeof findCompany>>): CompanySettings {
  if (!row) throw refuse('NOT_FOUND');
  return {
    nome: row.name,
    timezone: row.timezone,
    language: row.language,
    languages: row.languages as CompanySettings['languages'],
    brand_color: row.brand_color,
    force_authenticator: row.force_authenticator,
    allowed_networks: row.allowed_networks,
    session_idle_minutes: row.session_idle_minutes,
  };
}

function locksOut({ address }: Scope, networks: readonly string[]): boolean {
  return networks.length > 0 && !isWithinNetworks(address, networks);
}

/** Whether how people come in is another after a change. To lift the networks is not: it is what support is asked for. */
function changesWhoComesIn(changed: object, { allowed_networks }: CompanySettings): boolean {
  return (
    'force_authenticator' in changed ||
    'session_idle_minutes' in changed ||
    ('allowed_networks' in changed && allowed_networks.length > 0)
  );
}
