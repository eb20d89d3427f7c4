import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../start/bootstrap.mjs';
import { readServices } from './compose.ts';

test('the services of our compose file are programs of ours with their settings', () => {
  const services = readServices(readFileSync(join(root, 'compose.yaml'), 'utf8'), ['migrate', 'api', 'worker']);
  expect(services.migrate.script).toBe('server/src/main/migrate.ts');
  expect(services.api.script).toBe('server/src/main/api.ts');
  expect(services.worker.script).toBe('server/src/main/worker.ts');
  for (const { settings } of Object.values(services)) expect(settings).toContain('DATABASE_URL');
  expect(services.worker.settings).toEqual(expect.arrayContaining(['SMTP_URL', 'SECRET_KEY']));
});

test.each(['services: { api: { image: x } }', 'services: { api: { command: npm start } }', '{}'])(
  'what node does not start is refused: %s',
  (text) => {
    expect(() => readServices(text, ['api'])).toThrow('compose.yaml does not start api');
  },
);
