import type { Dashboard, TrendPoint } from '@escuta/contract/analytics';
import { definitionOf } from '@escuta/contract/metrics';
import { useState } from 'react';
import type { KeyboardEvent, PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpenResponses } from '#web/features/dashboard/NumberLink.tsx';
import { columnAt, layOut, plotHeight } from '#web/features/dashboard/trend-plot.ts';
import { useTrendWords } from '#web/features/dashboard/trend-words.ts';
import { TrendDrawing } from '#web/features/dashboard/TrendDrawing.tsx';
import { TrendLegend } from '#web/features/dashboard/TrendLegend.tsx';
import { TrendReadout } from '#web/features/dashboard/TrendReadout.tsx';
import { useWidth } from '#web/ui/charts/use-width.ts';
import classes from './TrendChart.module.css';

const widthBeforeMeasure = 720;

/**
 * The score over time with its interval, and how many answered under it. Pointer and touch follow the columns. For the
 * keyboard and who cannot see, a native slider goes from point to point and says each. Enter, or a press on the point that
 * is looked at, opens its responses: a finger's first touch only looks.
 */
export function TrendChart({ metric, trend }: Pick<Dashboard, 'metric' | 'trend'>) {
  const { t } = useTranslation(['dashboard', 'ui']);
  const words = useTrendWords(metric, trend.step);
  const { ref, width } = useWidth(widthBeforeMeasure);
  const [chosen, setChosen] = useState<number>();
  const [pressed, setPressed] = useState<number>();
  const openResponses = useOpenResponses();
  const last = trend.points.length - 1;
  // A shorter period may have arrived since the choice.
  const active = chosen === undefined ? undefined : Math.min(chosen, last);
  const plot = layOut(trend.points, width, definitionOf(metric).values);
  const point = active === undefined ? undefined : trend.points[active];

  function follow(event: PointerEvent<HTMLDivElement>): number {
    const column = columnAt(plot, event.clientX - event.currentTarget.getBoundingClientRect().left);
    setChosen(column);
    return column;
  }
  function open({ start, end, score }: TrendPoint): void {
    if (score.n > 0) openResponses?.({ of: 'days', from: start, to: end });
  }

  return (
    <div className={classes['trend']}>
      <div className={classes['head']}>
        <TrendLegend metric={metric} points={trend.points} />
        <TrendReadout metric={metric} point={point} step={trend.step} />
      </div>
      <div
        ref={ref}
        className={classes['chart']}
        style={{ height: plotHeight }}
        onPointerMove={follow}
        data-opens={openResponses !== undefined || undefined}
        onPointerDown={(event) => setPressed(follow(event) === active ? active : undefined)}
        onPointerUp={(event) => {
          if (point && pressed !== undefined && follow(event) === pressed) open(point);
        }}
        onPointerLeave={(event) => event.pointerType === 'mouse' && setChosen(undefined)}
      >
        <input
          type="range"
          className={classes['slider']}
          min={0}
          max={last}
          value={active ?? last}
          aria-label={t('trend.browse')}
          aria-valuetext={words.point(point ?? trend.points[last])}
          onChange={(event) => setChosen(event.currentTarget.valueAsNumber)}
          onFocus={() => setChosen(active ?? last)}
          onKeyDown={(event: KeyboardEvent) => {
            if (event.key === 'Enter' && point) open(point);
          }}
          onBlur={() => setChosen(undefined)}
        />
        <TrendDrawing metric={metric} trend={trend} plot={plot} active={active} />
      </div>
    </div>
  );
}
