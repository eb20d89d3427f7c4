import type { Dashboard } from '@escuta/contract/analytics';
import type { Metric } from '@escuta/contract/metrics';
import { useId } from 'react';
import { formatScore } from '#web/lib/score-text.ts';
import { bands, barsBottom, frame, linePath, plotHeight } from '#web/features/dashboard/trend-plot.ts';
import type { Dot, Plot } from '#web/features/dashboard/trend-plot.ts';
import { useTrendWords } from '#web/features/dashboard/trend-words.ts';
import { formatNumber } from '#web/lib/format.ts';
import { labelStride } from '#web/ui/charts/scale.ts';
import classes from './TrendDrawing.module.css';

interface TrendDrawingProps {
  readonly metric: Metric;
  readonly trend: Dashboard['trend'];
  readonly plot: Plot;
  /** The point that is looked at. */
  readonly active: number | undefined;
}

const labelWidth = { day: 56, week: 60, month: 72 };
const barWidthMax = 22;

/** The picture of the trend. It says nothing that the slider around it, the summary and the table do not say. */
export function TrendDrawing({ metric, trend, plot, active }: TrendDrawingProps) {
  const id = useId();
  const last = plot.dots.at(-1);
  return (
    <svg width={plot.width} height={plotHeight} className={classes['drawing']} aria-hidden="true">
      <defs>
        <Hatch id={`${id}-band`} className={classes['hatchBand']} />
        <Hatch id={`${id}-bar`} className={classes['hatchBar']} />
      </defs>
      <Grid metric={metric} plot={plot} />
      <Labels metric={metric} trend={trend} plot={plot} />
      <Bars trend={trend} plot={plot} active={active} hatch={`url(#${id}-bar)`} />
      {active !== undefined && (
        <line className={classes['cursor']} x1={plot.xs[active]} x2={plot.xs[active]} y1={frame.top} y2={barsBottom} />
      )}
      {plot.runs.map((run) => (
        <Run key={run[0]?.at} run={run} hatch={`url(#${id}-band)`} />
      ))}
      {plot.dots.map((dot) => (
        <circle
          key={dot.at}
          className={classes['dot']}
          data-small={dot.isSmall || undefined}
          cx={dot.x}
          cy={dot.y}
          r={dot.at === active ? 5 : 3}
        />
      ))}
      {/* A number in bold is taken for the result: few answers give none. */}
      {last && !last.isSmall && (
        <text className={classes['last']} x={last.x + 9} y={last.y + 4}>
          {formatScore(metric, last.value)}
        </text>
      )}
    </svg>
  );
}

function Hatch({ id, className }: { id: string; className: string | undefined }) {
  return (
    <pattern id={id} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <line y2="5" className={className} />
    </pattern>
  );
}

function Grid({ metric, plot }: Pick<TrendDrawingProps, 'metric' | 'plot'>) {
  return plot.scale.ticks.map((tick) => (
    <g key={tick}>
      <line
        className={tick === 0 ? classes['zero'] : classes['grid']}
        x1={frame.left}
        x2={plot.width - frame.right}
        y1={plot.y(tick)}
        y2={plot.y(tick)}
      />
      <text className={classes['label']} x={frame.left - 8} y={plot.y(tick) + 4} textAnchor="end">
        {formatScore(metric, tick, 0)}
      </text>
    </g>
  ));
}

function Labels({ metric, trend, plot }: Omit<TrendDrawingProps, 'active'>) {
  const words = useTrendWords(metric, trend.step);
  const innerWidth = plot.width - frame.left - frame.right;
  const stride = labelStride(trend.points.length, innerWidth, labelWidth[trend.step]);
  // Counted from the right, so that the newest point always has its label.
  return trend.points.map(({ start }, at) =>
    (trend.points.length - 1 - at) % stride === 0 ? (
      <text key={start} className={classes['label']} x={plot.xs[at]} y={plotHeight - 6} textAnchor="middle">
        {words.shortLabel(start)}
      </text>
    ) : null,
  );
}

function Bars({ trend, plot, active, hatch }: Omit<TrendDrawingProps, 'metric'> & { hatch: string }) {
  const y = (count: number) => barsBottom - (count / plot.counts.max) * frame.barHeight;
  const width = Math.max(2, Math.min(barWidthMax, plot.columnWidth * 0.6));
  return (
    <>
      {plot.counts.ticks.map((tick) => (
        <g key={tick}>
          <line className={classes['grid']} x1={frame.left} x2={plot.width - frame.right} y1={y(tick)} y2={y(tick)} />
          <text className={classes['label']} x={frame.left - 8} y={y(tick) + 4} textAnchor="end">
            {formatNumber(tick)}
          </text>
        </g>
      ))}
      {trend.points.map(({ start, score }, at) => {
        const height = barsBottom - y(score.n);
        if (score.n === 0) return null;
        return (
          <rect
            key={start}
            className={classes['bar']}
            data-active={at === active || undefined}
            data-small={score.sample !== 'enough' || undefined}
            {...(score.sample === 'enough' ? {} : { fill: hatch })}
            x={(plot.xs[at] ?? 0) - width / 2}
            y={y(score.n)}
            width={width}
            height={height}
            rx={Math.min(2, height / 2)}
          />
        );
      })}
    </>
  );
}

function Run({ run, hatch }: { run: readonly Dot[]; hatch: string }) {
  return (
    <>
      {bands(run).map(({ path, isSmall, key }) => (
        <g key={key}>
          <path className={classes['band']} data-small={isSmall || undefined} d={path} />
          {isSmall && <path d={path} fill={hatch} />}
        </g>
      ))}
      <path className={classes['line']} d={linePath(run)} />
    </>
  );
}
