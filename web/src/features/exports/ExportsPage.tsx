import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { exportsQuery } from '#web/features/exports/api.ts';
import { ExportsList } from '#web/features/exports/ExportsList.tsx';
import { useMe } from '#web/lib/me.ts';
import { useListState } from '#web/ui/list/use-list-state.ts';

const route = getRouteApi('/shell/exports');

/** The exports of the unit, newest first; those of all companies where internal staff ask for them. */
export function ExportsPage() {
  const { can } = useMe();
  const search = route.useSearch();
  const state = useListState(search);
  const admin = search.admin === true && can('internal.admin');
  return (
    <ExportsList
      exports={useQuery(exportsQuery({ page: search.page, admin }))}
      state={state}
      isAdmin={admin}
      onAdmin={(isAdmin) => state.change({ admin: isAdmin || undefined })}
    />
  );
}
