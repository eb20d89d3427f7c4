import { Skeleton, Stack } from '@mantine/core';
import { RouteTitle } from '#web/ui/RouteTitle.tsx';
import classes from './PageLoading.module.css';

/** In the place of a page whose code or texts are on their way. The shell around it stays. */
export function PageLoading() {
  return (
    <Stack gap="lg" aria-busy="true">
      <RouteTitle />
      <Stack gap="md" className={classes['late'] ?? ''}>
        <Skeleton height={20} maw={480} />
        <Skeleton height={320} radius="md" />
      </Stack>
    </Stack>
  );
}
