import type { Role } from '@escuta/contract/access-policy';
import { getMe } from '@escuta/contract/access';
import {
  getAccountAccess,
  listManagedAccounts,
  listQuickAccounts,
  listTemporaryAccounts,
} from '@escuta/contract/accounts';
import type { Account, AccountAccess } from '@escuta/contract/accounts';
import { CompanyId } from '@escuta/contract/ids';
import { companyId, signedInServer, testUser } from '#web/testing/render-app.tsx';

export const customerId = CompanyId.parse('019a9f3e-0000-7000-8000-0000000000c1');

/** An account of the switcher. */
export function anAccount(changes: Partial<Account> = {}): Account {
  return { _id: customerId, nome: 'Horizonte', active: true, isTrial: false, trial_expiration_date: null, ...changes };
}

export const trial = anAccount({
  _id: CompanyId.parse('019a9f3e-0000-7000-8000-0000000000c2'),
  nome: 'Ipê',
  isTrial: true,
  trial_expiration_date: '2030-01-01T00:00:00.000Z',
});
export const gone = anAccount({
  _id: CompanyId.parse('019a9f3e-0000-7000-8000-0000000000c3'),
  nome: 'Jasmim',
  active: false,
  isTrial: null,
});

/** Inside the account of a customer, from now on. */
export function anAccess(changes: Partial<AccountAccess> = {}): AccountAccess {
  const now = Date.now();
  return {
    company: { _id: customerId, nome: 'Horizonte' },
    home: { _id: companyId, nome: 'Aurora' },
    reason: 'Ajudar com um envio',
    began_at: new Date(now).toISOString(),
    ends_at: new Date(now + 2 * 3_600_000).toISOString(),
    ...changes,
  };
}

/** A server for one of our own people: an account manager, or somebody of any role with temporary access. */
export function staffServer(
  { role = 'acmng', temporaryAccess = false }: { role?: Role; temporaryAccess?: boolean } = {},
  accounts: readonly Account[] = [anAccount(), trial, gone],
) {
  const server = signedInServer(role);
  const user = {
    ...testUser(role),
    permissions: { can_temporary_access: temporaryAccess, exports_personal_data: false },
  };
  const list = ({ query }: { query: Record<string, string> }) => {
    const { search = '', classes } = query;
    const data = accounts
      .filter(({ nome }) => nome.toLowerCase().includes(search.toLowerCase()))
      .filter((account) => !classes || classes.split(',').includes(classOf(account)));
    return { data, total: data.length };
  };
  return server
    .on(getMe)(() => user)
    .on(listManagedAccounts)(list)
    .on(listTemporaryAccounts)(list)
    .on(listQuickAccounts)(() => ({
      official: { _id: companyId, nome: 'Aurora' },
      sales: { _id: customerId, nome: 'Horizonte' },
      tests: null,
      cs: { _id: trial._id, nome: trial.nome },
    }))
    .on(getAccountAccess)(() => ({ access: null }));
}

function classOf({ active, isTrial }: Account): string {
  if (isTrial) return 'trial';
  return active ? 'active' : 'canceled';
}
