import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { AdminImportsList } from '#web/features/imports/AdminImportsList.tsx';
import { importsQuery } from '#web/features/imports/api.ts';
import { ImportsList } from '#web/features/imports/ImportsList.tsx';
import { useMe } from '#web/lib/me.ts';
import { useListState } from '#web/ui/list/use-list-state.ts';

const route = getRouteApi('/shell/imports');

/** The imports of the unit, newest first; in admin mode those of all companies. */
export function ImportsPage() {
  const search = route.useSearch();
  const { can } = useMe();
  return search.admin && can('internal.admin') ? <AdminImportsList search={search} /> : <UnitImports {...search} />;
}

function UnitImports({ page }: { page?: number | undefined }) {
  const imports = useQuery(importsQuery({ page }));
  return <ImportsList imports={imports} state={useListState({ page })} />;
}
