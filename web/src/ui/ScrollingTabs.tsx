import { Tabs } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import classes from './ScrollingTabs.module.css';

/** Less than this is no tab, only a rounded width. */
const cutMin = 4;

/** The tabs of a page in one row, which scrolls sideways on a phone; each end where more of them wait fades out. */
export function ScrollingTabs({ label, children }: { label: string; children: ReactNode }) {
  const list = useRef<HTMLDivElement>(null);
  const [more, setMore] = useState({ before: false, after: false });
  useEffect(() => {
    const row = list.current;
    if (!row) return undefined;
    const measure = () => {
      const { scrollLeft, scrollWidth, clientWidth } = row;
      setMore({ before: scrollLeft > cutMin, after: scrollWidth - clientWidth - scrollLeft > cutMin });
    };
    const observer = new ResizeObserver(measure);
    observer.observe(row);
    row.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      row.removeEventListener('scroll', measure);
    };
  }, []);
  return (
    <Tabs.List
      ref={list}
      className={classes['tabs'] ?? ''}
      aria-label={label}
      data-more-before={more.before || undefined}
      data-more-after={more.after || undefined}
    >
      {children}
    </Tabs.List>
  );
}
