import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { importsQuery } from '#web/features/imports/api.ts';
import { ImportsList } from '#web/features/imports/ImportsList.tsx';

const route = getRouteApi('/shell/imports');

/** The imports of the unit, newest first. */
export function ImportsPage() {
  const { page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const imports = useQuery(importsQuery(page));
  return (
    <ImportsList
      imports={imports}
      page={page}
      onPage={(next) => void navigate({ search: { page: next === 1 ? undefined : next } })}
    />
  );
}
