import type { CompanySignIn, FederatedLogin } from '@escuta/contract/federated-login';
import { findCompany, setFederatedLogin } from '#modules/companies/index.ts';
import { lastChanges } from '#platform/audit/last-changes.ts';
import { recordAudit } from '#platform/audit/record-audit.ts';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import { isVisitor } from '#platform/http/scope.ts';
import type { Scope } from '#platform/http/scope.ts';
import { isCompanyTenant } from './identity.ts';

interface Choice {
  readonly federated_login: FederatedLogin;
  readonly federated_tenant: string | null;
}

/** How the people of a company sign in. In the company's transaction. */
export async function readCompanySignIn(
  tx: Transaction,
  { companyId }: Pick<Scope, 'companyId'>,
  isAvailable: boolean,
): Promise<CompanySignIn | undefined> {
  const company = await findCompany(tx, companyId);
  if (!company) return undefined;
  const { federated_login, federated_tenant } = company;
  const isProven = federated_tenant !== null && (await isTenantProven(tx, companyId, federated_tenant));
  const of = { action: 'company.sign_in_changed', type: 'company', id: companyId } as const;
  const changes = await lastChanges(tx, companyId, of);
  return { federated_login, federated_tenant, isAvailable, isProven, changes };
}

/**
 * Chooses it. To require the provider somebody of the company must have come in from that directory: a mistyped one would
 * shut everybody out. Another directory, or none, forgets who was who in the one before. Refuses NOT_BY_VISITOR.
 */
export async function chooseCompanySignIn(
  tx: Transaction,
  scope: Scope,
  { federated_login, federated_tenant }: Choice,
  { isAvailable, now }: { isAvailable: boolean; now: Date },
): Promise<void> {
  if (isVisitor(scope)) throw refuse('NOT_BY_VISITOR');
  const { companyId } = scope;
  const before = await readCompanySignIn(tx, scope, isAvailable);
  if (!before) throw refuse('NOT_FOUND');
  const isOff = federated_login === 'off';
  if (!isOff && !isAvailable) throw refuse('FEDERATED_LOGIN_NOT_CONFIGURED');
  if (!isOff && (federated_tenant === null || !isCompanyTenant(federated_tenant)))
    throw refuse('FEDERATED_TENANT_NOT_VALID');
  const isSame = before.federated_tenant === federated_tenant;
  if (federated_login === 'required' && !(isSame && before.isProven)) throw refuse('FEDERATED_LOGIN_UNPROVEN');
  if (isOff || !isSame) await tx.deleteFrom('user_identities').where('company_id', '=', companyId).execute();
  await setFederatedLogin(tx, companyId, { federated_login, federated_tenant });
  await recordAudit(
    tx,
    scope,
    {
      action: 'company.sign_in_changed',
      target: { type: 'company', id: companyId },
      before: { federated_login: before.federated_login, federated_tenant: before.federated_tenant },
      after: { federated_login, federated_tenant },
    },
    now,
  );
}

async function isTenantProven(tx: Transaction, companyId: Scope['companyId'], tenant: string): Promise<boolean> {
  const one = await tx
    .selectFrom('user_identities')
    .select('tenant')
    .where('company_id', '=', companyId)
    .where('tenant', '=', tenant)
    .limit(1)
    .executeTakeFirst();
  return one !== undefined;
}
