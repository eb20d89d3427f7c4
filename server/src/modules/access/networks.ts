import { isWithinNetworks } from '#platform/limits/networks.ts';

/** Whether an address is one that a company lets its people work from: any where it names no networks (decision 0042). */
export function comesFrom(address: string, networks: readonly string[]): boolean {
  return networks.length === 0 || isWithinNetworks(address, networks);
}
