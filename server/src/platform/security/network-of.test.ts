import { expect, test } from 'vitest';
import { networkOf } from './network-of.ts';

test('an IPv4 address is a network of its own, however it is written', () => {
  expect(networkOf('203.0.113.9')).toBe('203.0.113.9');
  expect(networkOf('::ffff:203.0.113.9')).toBe('203.0.113.9');
  expect(networkOf('::FFFF:203.0.113.9')).toBe('203.0.113.9');
});

test.each([
  ['2001:db8:0:7:a:b:c:d', '2001:db8:0:7::/64'],
  ['2001:0DB8:0000:0007::1', '2001:db8:0:7::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:1:2:3:4:5::', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['64:ff9b::203.0.113.9', '64:ff9b:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('the IPv6 address %s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test('what is no address stands for itself', () => {
  expect(networkOf('unknown')).toBe('unknown');
});
