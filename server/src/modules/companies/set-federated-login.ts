import type { FederatedLogin } from '@escuta/contract/federated-login';
import type { CompanyId } from '@escuta/contract/ids';
import type { Transaction } from '#platform/db/database.ts';

/** Whether the people of a company sign in with the federated provider, and from which directory of it. */
export async function setFederatedLogin(
  tx: Transaction,
  companyId: CompanyId,
  chosen: { readonly federated_login: FederatedLogin; readonly federated_tenant: string | null },
): Promise<void> {
  await tx.updateTable('companies').set(chosen).where('id', '=', companyId).execute();
}
