import { defineConfig } from 'vitest/config';

/** Where each kind of test runs: rules in plain Node, acts through HTTP on a database, components in happy-dom. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{contract,server,respond,tools}/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', '**/*.api.test.ts', '**/*.fault.test.ts'],
          // Modules are loaded once for all files of a worker.
          isolate: false,
          // Some start processes, while other workers draw pages.
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'api',
          include: ['server/**/*.api.test.ts'],
          globalSetup: ['server/src/testing/database.global.ts'],
          hookTimeout: 120_000,
          testTimeout: 120_000,
          // Half of the time they wait for a database. Each worker has its own, on which its files follow each other.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          // The server is loaded once for all files of a worker, of which each opens an application of its own.
          isolate: false,
        },
      },
      {
        // Processes of their own, killed and cut off, and databases: mostly they wait.
        test: {
          name: 'faults',
          include: ['tools/faults/*.fault.test.ts'],
          globalSetup: ['tools/faults/shared-server.global.ts'],
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
          hookTimeout: 60_000,
          testTimeout: 300_000,
        },
      },
      {
        extends: 'web/vite.config.ts',
        test: {
          name: 'web',
          root: 'web',
          include: ['src/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          // A link that is pressed would take the page away, and its address with it, from every test behind it in the worker.
          environmentOptions: {
            happyDOM: { settings: { navigation: { disableMainFrameNavigation: true, disableFallbackToSetURL: true } } },
          },
          // A page is compiled and loaded once for all files; `setup.ts` clears what a test leaves behind.
          isolate: false,
          // Node's own localStorage, undefined without a file, would hide the one of the document.
          execArgv: ['--no-experimental-webstorage'],
          setupFiles: ['src/testing/setup.ts'],
          // Longer than a wait inside it (`setup.ts`), so that the wait says what did not come.
          testTimeout: 30_000,
        },
      },
    ],
  },
});
