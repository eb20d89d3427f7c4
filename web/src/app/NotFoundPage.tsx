import { lazy, Suspense } from 'react';

const NotFoundState = lazy(() =>
  import('#web/ui/NotFoundState.tsx').then((module) => ({ default: module.NotFoundState })),
);

/** In the place of a page that is not there. Fetched when it is needed: the first page that somebody opens is seldom none. */
export function NotFoundPage() {
  return (
    <Suspense>
      <NotFoundState />
    </Suspense>
  );
}
