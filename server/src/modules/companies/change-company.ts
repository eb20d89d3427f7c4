import type { CompanySettings } from '@escuta/contract/company-settings';
import { changedFacts, lastChanges } from '#platform/audit/last-changes.ts';
import { recordAudit } from '#platform/audit/record-audit.ts';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import { isVisitor } from '#platform/http/scope.ts';
import type { Scope } from '#platform/http/scope.ts';
import { findCompany } from './queries.ts';

/** What the company of the caller has decided for itself, and who changed it last. */
export async function readCompanySettings(tx: Transaction, { companyId }: Scope) {
  const settings = await settingsOf(tx, companyId);
  const changes = await lastChanges(tx, companyId, { action: 'company.changed', type: 'company', id: companyId });
  return { ...settings, changes };
}

/**
 * Changes settings of the caller's company; those that are not given stay. What stays as it was is no change. Whether everybody
 * needs a second factor is not for visitors.
 */
export async function changeCompany(
  tx: Transaction,
  scope: Scope,
  wanted: Partial<CompanySettings>,
  now: Date,
): Promise<void> {
  const { companyId } = scope;
  const current = await settingsOf(tx, companyId);
  const given = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
  const next = { ...current, ...given };
  const languages = [...new Set([next.language, ...next.languages])];
  const facts = changedFacts({ ...current }, { ...next, languages });
  if (!facts) return;
  if ('force_authenticator' in facts.after && isVisitor(scope)) throw refuse('NOT_BY_VISITOR');
  await tx
    .updateTable('companies')
    .set({
      name: next.nome,
      timezone: next.timezone,
      language: next.language,
      languages,
      brand_color: next.brand_color,
      force_authenticator: next.force_authenticator,
    })
    .where('id', '=', companyId)
    .execute();
  const target = { type: 'company', id: companyId, label: next.nome } as const;
  await recordAudit(tx, scope, { action: 'company.changed', target, ...facts }, now);
}

async function settingsOf(tx: Transaction, companyId: Scope['companyId']): Promise<CompanySettings> {
  const row = await findCompany(tx, companyId);
  if (!row) throw refuse('NOT_FOUND');
  return {
    nome: row.name,
    timezone: row.timezone,
    language: row.language,
    languages: row.languages as CompanySettings['languages'],
    brand_color: row.brand_color,
    force_authenticator: row.force_authenticator,
  };
}
