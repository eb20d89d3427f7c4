import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isLoopback } from '../../server/src/platform/config/config.ts';
import { localAddress, readOptions } from './options.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'escuta options '));
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

test('has defaults for everything', () => {
  expect(readOptions({ args: [], environment: {}, root })).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    dataDir: join(root, 'data'),
    databaseUrl: undefined,
    demo: undefined,
    verbose: false,
  });
});

test('the environment wins over .env, and .env reaches the programs', () => {
  writeFileSync(join(root, '.env'), 'PORT=4000\nDATA_DIR="a folder"\nSMTP_URL=smtp://mail.example\n');
  const options = readOptions({ args: [], environment: { PORT: '5000' }, root });
  expect(options).toMatchObject({ port: 5000, dataDir: join(root, 'a folder') });
  expect(options.environment).toMatchObject({ PORT: '5000', SMTP_URL: 'smtp://mail.example' });
});

test('reads --demo, --no-demo and --verbose', () => {
  expect(readOptions({ args: ['--demo', '--verbose'], environment: {}, root })).toMatchObject({
    demo: true,
    verbose: true,
  });
  expect(readOptions({ args: ['--no-demo'], environment: {}, root }).demo).toBe(false);
});

test.each(['0', '65536', 'http', '30.5'])('refuses the port %s', (port) => {
  expect(() => readOptions({ args: [], environment: { PORT: port }, root })).toThrow(`PORT is "${port}"`);
});

test('an unknown option points to the help', () => {
  expect(() => readOptions({ args: ['--unknown'], environment: {}, root })).toThrow('npm start -- --help');
});

test('knows which hosts other machines cannot reach', () => {
  expect(['127.0.0.1', '127.0.1.1', '::1', 'localhost'].every(isLoopback)).toBe(true);
  expect(['0.0.0.0', '::', '192.168.0.2', '127.example.com'].some(isLoopback)).toBe(false);
});

test('prints an address that can be opened', () => {
  expect(localAddress('0.0.0.0', 3000)).toBe('http://127.0.0.1:3000');
  expect(localAddress('::', 3000)).toBe('http://[::1]:3000');
});
