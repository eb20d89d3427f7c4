import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { importsQuery } from '#web/features/imports/api.ts';
import { ImportsList } from '#web/features/imports/ImportsList.tsx';
import { useListState } from '#web/ui/list/use-list-state.ts';

const route = getRouteApi('/shell/imports');

/** The imports of the unit, newest first. */
export function ImportsPage() {
  const search = route.useSearch();
  return <ImportsList imports={useQuery(importsQuery(search))} state={useListState(search)} />;
}
