import { isIPv4, isIPv6 } from 'node:net';

/**
 * Who a caller is to limits that go by address: an IPv4 address or, of IPv6, the /64 that one customer is given whole
 * (`2001:db8:0:1::/64`). An IPv4 address is the same in the clothes of IPv6, and with the port that some proxies add.
 */
export function callerAddress(ip: string): string {
  const address = bareAddress(ip);
  if (!isIPv6(address)) return address;
  const groups = groupsOf(address);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** An address without the port and the zone that stand beside it. */
export function bareAddress(ip: string): string {
  const [bare = ''] = ip.split('%');
  const [, bracketed] = /^\[(.+)\](?::\d+)?$/.exec(bare) ?? [];
  if (bracketed) return bracketed;
  const [host = ''] = bare.split(':');
  return isIPv4(host) ? host : bare;
}

/** The eight groups of an address of IPv6, in whichever way it is written. */
function groupsOf(address: string): number[] {
  const plain = address.replace(/[\d.]+$/, (tail) =>
    isIPv4(tail) ? tail.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)/, (_all, ...bytes) => hexOf(bytes.slice(0, 4))) : tail,
  );
  const [head = [], tail = []] = plain
    .split('::')
    .map((half) => (half === '' ? [] : half.split(':').map((group) => Number.parseInt(group, 16))));
  return [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => 0), ...tail];
}

function hexOf(bytes: readonly string[]): string {
  const [a = 0, b = 0, c = 0, d = 0] = bytes.map(Number);
  return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
}
