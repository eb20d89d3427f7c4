import type { ScoreGroup } from '@escuta/contract/metrics';
import { groupShapes } from '#web/ui/group-shapes.ts';
import classes from './GroupMark.module.css';

/** The shape and colour of a score group, beside a label that names it. */
export function GroupMark({ group }: { group: ScoreGroup }) {
  return (
    <span className={classes['mark']} data-group={group} aria-hidden="true">
      {groupShapes[group]}
    </span>
  );
}
