import type { Screen } from '@escuta/contract/access-policy';

/** Where 'g' and a letter lead (KEYS-02): the letter is that of the screen in the owner's list. */
export const goTo = [
  { key: 'd', screen: 'cf-dashboard' },
  { key: 'c', screen: 'contatos' },
  { key: 'p', screen: 'customer-feedback' },
  { key: 'a', screen: 'cf-analytics' },
  { key: 'i', screen: 'insights' },
  { key: 't', screen: 'ticketing' },
  { key: 'r', screen: 'reputation-management' },
  { key: 's', screen: 'settings' },
] as const satisfies readonly { key: string; screen: Screen }[];

/** How long 'g' waits for its letter, in milliseconds. */
export const leaderMs = 1_500;
