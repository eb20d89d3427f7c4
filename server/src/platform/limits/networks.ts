import { BlockList, isIPv6 } from 'node:net';
import { bareAddress } from './caller-address.ts';

/**
 * Whether an address belongs to one of these networks, written in CIDR (`203.0.113.0/24`, `2001:db8::/32`). An IPv4 address is
 * the same in the clothes of IPv6. What is no address belongs to none.
 */
export function isWithinNetworks(ip: string, networks: readonly string[]): boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', length = ''] = network.split('/');
    list.addSubnet(address, Number(length), isIPv6(address) ? 'ipv6' : 'ipv4');
  }
  const address = bareAddress(ip);
  return list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
