import type { Score } from '@escuta/contract/analytics';
import { definitionOf, scoresOf } from '@escuta/contract/metrics';
import type { Metric } from '@escuta/contract/metrics';
import { formatScore } from '#web/lib/score-text.ts';
import classes from './ScoreScale.module.css';

const stops = 5;

/** Where the value and its interval lie between the ends of the metric. A picture of what stands in words beside it. */
export function ScoreScale({ metric, score: { value, lo, hi, sample } }: { metric: Metric; score: Score }) {
  const { values, zones } = definitionOf(metric);
  const { min, max } = values;
  /** The range as 0 to 100. */
  const share = (of: number) => (100 * (of - min)) / (max - min);
  const ends =
    max - min < 2 * stops
      ? scoresOf(metric)
      : Array.from({ length: stops }, (_unused, at) => min + (at * (max - min)) / (stops - 1));
  return (
    <div className={classes['scale']} aria-hidden="true">
      <div className={classes['track']}>
        {zones.slice(0, -1).map((zone) => (
          <span key={zone.name} className={classes['border']} style={{ insetInlineStart: `${share(zone.max)}%` }} />
        ))}
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
          <span key={end}>{formatScore(metric, end, 0)}</span>
        ))}
      </div>
    </div>
  );
}
