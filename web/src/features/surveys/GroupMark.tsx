import type { Bucket } from '@escuta/contract/surveys';
import classes from './GroupMark.module.css';

const shapes: Record<Bucket, string> = { promoter: '▲', passive: '■', detractor: '▼' };

/** The shape and colour of a score group, beside a label that names it. */
export function GroupMark({ group }: { group: Bucket }) {
  return (
    <span className={classes['mark']} data-group={group} aria-hidden="true">
      {shapes[group]}
    </span>
  );
}
