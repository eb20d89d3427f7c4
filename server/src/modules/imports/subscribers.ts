import type { House } from '#platform/house/house.ts';
import { on } from '#platform/jobs/jobs.ts';
import type { Subscription } from '#platform/jobs/jobs.ts';
import { runImport } from './run-import.ts';

/** What imports do when a fact has happened. */
export function importsSubscriptions(house: House): Subscription[] {
  return [
    on('import.started', 'imports.run', ({ companyId, payload }, signal) =>
      runImport(house, { companyId, importId: payload.importId }, signal),
    ),
  ];
}
