import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { useHiddenEnds } from '#web/ui/use-hidden-ends.ts';
import classes from './ScrollingTabs.module.css';

/** The tabs of a page in one row, which scrolls sideways on a phone; each end where more of them wait fades out. */
export function ScrollingTabs({ label, children }: { label: string; children: ReactNode }) {
  const { ref, hidden } = useHiddenEnds();
  return (
    <Tabs.List
      ref={ref}
      className={classes['tabs'] ?? ''}
      aria-label={label}
      data-more-before={hidden.before || undefined}
      data-more-after={hidden.after || undefined}
    >
      {children}
    </Tabs.List>
  );
}
