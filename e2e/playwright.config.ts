import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { providerSettings } from './testing/identity-provider.ts';

const port = Number(process.env['E2E_PORT'] ?? 3210);
const isRunner = process.env['TEST_WORKER_INDEX'] === undefined;

/** Stories in a real browser against the product as `npm start` runs it, in a data folder of its own. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  // One of its own for each run, which begins by emptying it.
  outputDir: `../test-results/${port}`,
  workers: 1,
  fullyParallel: false,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    viewport: { width: 1440, height: 900 },
    actionTimeout: 15_000,
    // Pictures of each frame cost a quarter of all processor time of the stories; one of the end says enough.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
    },
  },
  webServer: {
    command: 'node tools/start/start.mjs --demo',
    cwd: join(import.meta.dirname, '..'),
    url: `http://127.0.0.1:${port}/readyz`,
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    env: {
      PORT: String(port),
      HOST: '127.0.0.1',
      ...providerSettings(port),
      DATA_DIR: isRunner ? mkdtempSync(join(tmpdir(), 'escuta e2e ')) : '',
      ...(process.env['DATABASE_URL'] ? { DATABASE_URL: process.env['DATABASE_URL'] } : {}),
    },
  },
});
