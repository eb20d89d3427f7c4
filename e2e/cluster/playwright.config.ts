import { defineConfig } from '@playwright/test';
import journey from '../playwright.config.ts';

const { webServer: _, ...settings } = journey;

/** The load balancer; the processes behind it take the six ports that follow. */
const port = Number(process.env['E2E_PORT'] ?? 3220);

/** The story of the cluster starts its own processes, because it kills some of them. */
export default defineConfig({
  ...settings,
  testMatch: 'cluster.story.ts',
  outputDir: `../../test-results/${port}`,
  use: { ...journey.use, baseURL: `http://127.0.0.1:${port}` },
});
