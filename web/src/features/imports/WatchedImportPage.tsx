import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import { importQuery, importsQuery } from '#web/features/imports/api.ts';
import { canOpenResults, completeLink } from '#web/features/imports/import-results.ts';
import { importsPollMs } from '#web/features/imports/imports-polling.ts';
import { ImportsList } from '#web/features/imports/ImportsList.tsx';
import { isMissing } from '#web/lib/call.ts';
import { useErrorText } from '#web/ui/error-text.ts';
import { NotFoundState } from '#web/ui/NotFoundState.tsx';
import { useListState } from '#web/ui/list/use-list-state.ts';

const route = getRouteApi('/shell/imports/$id');

/** The list with one import marked, whose results open by themselves once nothing is at work any more (IMPORT-14). */
export function WatchedImportPage() {
  const { id } = route.useParams();
  const navigate = route.useNavigate();
  const errorText = useErrorText();
  const imports = useQuery(importsQuery());
  const state = useListState({});
  const listed = imports.data?.data.find(({ _id }) => _id === id);
  // An old import stands on a later page.
  const other = useQuery({ ...importQuery(id), enabled: imports.data !== undefined && !listed });
  const watched = listed ?? other.data;
  const isPolling = importsPollMs(imports.data?.data ?? []) !== false;

  if (imports.data && watched && !isPolling && canOpenResults(watched))
    return <Navigate {...completeLink(watched)} replace />;
  if (!listed && isMissing(other.error)) return <NotFoundState />;
  return (
    <ImportsList
      imports={imports}
      state={{ ...state, goTo: (page) => void navigate({ to: '/imports', search: { page } }) }}
      highlightedId={id}
      notice={
        !listed &&
        other.error && (
          <Alert color="red" mb="md">
            {errorText(other.error)}
          </Alert>
        )
      }
    />
  );
}
