import { isIPv6 } from 'node:net';

const groupsOfSubscriber = 4;
const groupsMax = 8;
const embeddedIpv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * What a limit per address counts by: an IPv4 address itself, of IPv6 the /64, which is the least that one subscriber
 * gets (RFC 6177): counted one by one, each would have 2^64 of them.
 */
export function networkOf(address: string): string {
  const ipv4 = embeddedIpv4.exec(address)?.[1];
  if (ipv4) return ipv4;
  if (!isIPv6(address)) return address;
  const [start = '', end] = withoutZone(address).split('::');
  const left = groupsOf(start);
  const right = groupsOf(end ?? '');
  const zeros = end === undefined ? 0 : groupsMax - left.length - right.length;
  const groups = [...left, ...Array.from({ length: zeros }, () => '0'), ...right];
  return `${groups.slice(0, groupsOfSubscriber).join(':')}::/64`;
}

/** The groups of a part of an address, in one spelling; one that ends as an IPv4 address has two for it. */
function groupsOf(part: string): string[] {
  if (part === '') return [];
  return part.split(':').flatMap((group) => (group.includes('.') ? ['', ''] : Number.parseInt(group, 16).toString(16)));
}

function withoutZone(address: string): string {
  return address.split('%')[0] ?? address;
}
