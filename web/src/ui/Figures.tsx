import type { ReactNode } from 'react';
import classes from './Figures.module.css';

/** Numbers that stand large beside each other, each under its name. */
export function Figures({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section aria-label={label}>
      <dl className={classes['figures']}>{children}</dl>
    </section>
  );
}

interface FigureProps {
  readonly name: string;
  /** What the number is of, where its name leaves that open. */
  readonly text?: ReactNode;
  readonly children: ReactNode;
}

/** One number, in `Figures`. */
export function Figure({ name, text, children }: FigureProps) {
  return (
    <div className={classes['figure']}>
      <dt>{name}</dt>
      <dd className="figures">{children}</dd>
      {text && <dd className={classes['text']}>{text}</dd>}
    </div>
  );
}
