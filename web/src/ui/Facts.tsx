import type { ReactNode } from 'react';
import classes from './Facts.module.css';

/** What is known of one thing, each under its name: as many beside each other as there is room for, or two in a panel. */
export function Facts({ inPairs = false, children }: { inPairs?: boolean; children: ReactNode }) {
  return (
    <dl className={classes['facts']} data-pairs={inPairs || undefined}>
      {children}
    </dl>
  );
}

/** One thing that is known, in a list of terms (`dl`). */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
