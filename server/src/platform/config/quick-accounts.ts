import { quickAccountNames } from '@escuta/contract/accounts';
import type { QuickAccountName } from '@escuta/contract/accounts';
import { CompanyId } from '@escuta/contract/ids';
import { SettingError } from '#platform/config/setting-error.ts';

/** The companies behind the quick buttons of the account switcher: those that are set. */
export type QuickAccounts = Readonly<Partial<Record<QuickAccountName, CompanyId>>>;

const problem = `must be pairs such as official=<id of a company>, with commas between them, of ${quickAccountNames.join(', ')}`;

/** Reads `official=<id>,sales=<id>,tests=<id>,cs=<id>`, any of them. @throws SettingError */
export function readQuickAccounts(value: string | undefined): QuickAccounts {
  const pairs = (value ?? '').split(',').filter((pair) => pair.trim() !== '');
  const accounts = pairs.map((pair) => {
    const [name = '', id] = pair.split('=').map((part) => part.trim());
    const company = CompanyId.safeParse(id?.toLowerCase());
    if (!quickAccountNames.some((known) => known === name) || !company.success)
      throw new SettingError('QUICK_ACCOUNTS', problem);
    return [name, company.data] as const;
  });
  return Object.fromEntries(accounts);
}
