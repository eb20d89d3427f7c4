import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { exportQuery, exportsQuery } from '#web/features/exports/api.ts';
import { ExportsList } from '#web/features/exports/ExportsList.tsx';
import { isMissing } from '#web/lib/call.ts';
import { useErrorText } from '#web/ui/error-text.ts';
import { NotFoundState } from '#web/ui/NotFoundState.tsx';
import { useListState } from '#web/ui/list/use-list-state.ts';

const route = getRouteApi('/shell/exports/$id');

/** The list with one export marked (EXPORT-13); an older one, which stands on a later page, comes first. */
export function WatchedExportPage() {
  const { id } = route.useParams();
  const navigate = route.useNavigate();
  const errorText = useErrorText();
  const exports = useQuery(exportsQuery());
  const isListed = exports.data?.data.some(({ _id }) => _id === id) === true;
  const other = useQuery({ ...exportQuery(id), enabled: exports.data !== undefined && !isListed });
  const state = useListState({});
  if (!isListed && isMissing(other.error)) return <NotFoundState />;
  const older = isListed ? undefined : other.data;
  return (
    <ExportsList
      exports={
        older && exports.data ? { ...exports, data: { ...exports.data, data: [older, ...exports.data.data] } } : exports
      }
      state={{ ...state, goTo: (page) => void navigate({ to: '/exports', search: { page } }) }}
      onAdmin={(isAdmin) => void navigate({ to: '/exports', search: isAdmin ? { admin: true } : {} })}
      highlightedId={id}
      notice={
        !isListed &&
        other.error && (
          <Alert color="red" mb="md">
            {errorText(other.error)}
          </Alert>
        )
      }
    />
  );
}
