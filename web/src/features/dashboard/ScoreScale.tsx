import type { Score } from '@escuta/contract/analytics';
import { formatScore } from '#web/features/dashboard/score-text.ts';
import classes from './ScoreScale.module.css';

const ends = [-100, -50, 0, 50, 100];

/** Where the score and its interval lie between −100 and 100. A picture of what stands in words beside it. */
export function ScoreScale({ score: { value, lo, hi, sample } }: { score: Score }) {
  return (
    <div className={classes['scale']} aria-hidden="true">
      <div className={classes['track']}>
        <span className={classes['zero']} />
        {lo !== null && hi !== null && (
          <span
            className={classes['interval']}
            data-small={sample === 'small' || undefined}
            style={{ insetInlineStart: `${share(lo)}%`, width: `${share(hi) - share(lo)}%` }}
          />
        )}
        {value !== null && <span className={classes['mark']} style={{ insetInlineStart: `${share(value)}%` }} />}
      </div>
      <div className={`figures ${classes['ends']}`}>
        {ends.map((end) => (
          <span key={end}>{formatScore(end)}</span>
        ))}
      </div>
    </div>
  );
}

/** −100 to 100 as 0 to 100. */
function share(value: number): number {
  return (value + 100) / 2;
}
