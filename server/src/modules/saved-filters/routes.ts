import * as contract from '@escuta/contract/saved-filters';
import type { AppContext } from '#platform/app-context/app-context.ts';
import type { App } from '#platform/http/app.ts';
import { implement } from '#platform/http/implement.ts';
import { createSavedFilter } from './create-saved-filter.ts';
import { deleteSavedFilter } from './delete-saved-filter.ts';
import { readSavedFilter, readSavedFilters } from './read-saved-filters.ts';
import { updateSavedFilter } from './update-saved-filter.ts';

/** The routes of the filters that people save of lists. */
export function savedFiltersRoutes(app: App, { clock, database }: AppContext): void {
  implement(
    app,
    contract.listSavedFilters,
  )(async ({ scope, query: { list } }) => ({ data: await readSavedFilters(database, scope, list) }));

  implement(
    app,
    contract.createSavedFilter,
  )(async ({ scope, body, inCompany }) => {
    const savedId = await inCompany((tx) => createSavedFilter(tx, scope, body, clock.now()));
    return readSavedFilter(database, scope, savedId);
  });

  implement(
    app,
    contract.updateSavedFilter,
  )(async ({ scope, params: { id }, body, inCompany }) => {
    await inCompany((tx) => updateSavedFilter(tx, scope, { id, ...body }, clock.now()));
    return readSavedFilter(database, scope, id);
  });

  implement(
    app,
    contract.deleteSavedFilter,
  )(({ scope, params: { id }, inCompany }) =>
    inCompany(async (tx) => {
      await deleteSavedFilter(tx, scope, id, clock.now());
      return { ok: true } as const;
    }),
  );
}
