import { lazy, Suspense } from 'react';

const NotFoundState = lazy(() =>
  import('#web/ui/NotFoundState.tsx').then((module) => ({ default: module.NotFoundState })),
);

/** In the place of a page that is not there. It is fetched when it is needed, so the first route does not carry it. */
export function NotFoundPage() {
  return (
    <Suspense>
      <NotFoundState />
    </Suspense>
  );
}
