import { expect, test } from 'vitest';
import { isWithinNetworks } from './networks.ts';

const office = ['203.0.113.0/24', '2001:db8:7::/48', '198.51.100.7/32'];

test.each([
  ['203.0.113.0', true],
  ['203.0.113.255', true],
  ['203.0.112.255', false],
  ['203.0.114.0', false],
  ['198.51.100.7', true],
  ['198.51.100.8', false],
  // As a server that listens on both has it, and as some proxies write it.
  ['::ffff:203.0.113.9', true],
  ['::ffff:203.0.114.9', false],
  ['203.0.113.9:51234', true],
  ['[2001:db8:7::1]:443', true],
  ['2001:db8:7:ffff::1', true],
  ['2001:db8:8::1', false],
  ['2001:DB8:7::1', true],
  ['', false],
  ['unknown', false],
])('%s is within the networks of the office: %s', (address, isWithin) => {
  expect(isWithinNetworks(address, office)).toBe(isWithin);
});

test('the bits behind the length do not count', () => {
  expect(isWithinNetworks('10.9.9.9', ['10.1.2.3/8'])).toBe(true);
  expect(isWithinNetworks('11.0.0.1', ['10.1.2.3/8'])).toBe(false);
});

test('nobody is within none', () => {
  expect(isWithinNetworks('203.0.113.9', [])).toBe(false);
});
