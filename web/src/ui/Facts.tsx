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

/** One thing that is known, in a list of terms (`dl`); a wide one has the room of two, as an address needs. */
export function Fact({ name, isWide = false, children }: { name: string; isWide?: boolean; children: ReactNode }) {
  return (
    <div data-wide={isWide || undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
