import type { ContactId } from '@escuta/contract/ids';
import { metricDefinitions } from '@escuta/contract/metrics';
import type { Metric } from '@escuta/contract/metrics';
import type { Output } from '@escuta/contract/route';
import { listContactScores } from '@escuta/contract/timeline';
import { Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatInstant, formatNumber, formatPercent } from '#web/lib/format.ts';
import { useMe } from '#web/lib/me.ts';
import { useMetricWords } from '#web/lib/metric-words.ts';
import { routeQuery } from '#web/lib/route-query.ts';
import { dayIn, now } from '#web/lib/time.ts';
import { Loaded } from '#web/ui/Loaded.tsx';
import { useMayReadResponses } from '#web/ui/ResponsesLink.tsx';
import { ScoreChip } from '#web/ui/ScoreChip.tsx';
import classes from './Timeline.module.css';

type ContactScore = Output<(typeof listContactScores)['definition']['answer']>['data'][number];

type ContactPropensity = Output<(typeof listContactScores)['definition']['answer']>['propensity'];

/** A share of fewer messages would say more than anybody knows. */
const toldFrom = 3;
/** So many of the last scores are written out beside the line. */
const writtenMax = 5;
const dayMs = 24 * 60 * 60 * 1_000;

/** The scores of a contact over time, a line for each metric, and how long ago the last answer came. */
export function ContactScores({ id }: { id: ContactId }) {
  const { t } = useTranslation('timeline');
  const isShown = useMayReadResponses();
  const answer = useQuery(routeQuery(listContactScores, isShown ? { params: { id } } : undefined, { staleTime: 0 }));
  const isEmpty = answer.data?.data.length === 0 && answer.data.propensity.received === 0;
  if (!isShown || isEmpty) return null;
  return (
    <section aria-labelledby="scores">
      <Title order={2} id="scores" mb="md">
        {t('scores.title')}
      </Title>
      <Loaded answer={answer}>
        {({ data, propensity }) => (
          <>
            {propensity.received > 0 && <Propensity {...propensity} />}
            <div className={classes['scores']}>
              {[...Map.groupBy(data, ({ metric }) => metric)].map(([metric, scores]) => (
                <ScoresOfMetric key={metric} metric={metric} scores={scores} />
              ))}
            </div>
          </>
        )}
      </Loaded>
    </section>
  );
}

/** How likely the contact is to answer, as far as the last surveys tell. */
function Propensity({ received, answered }: ContactPropensity) {
  const { t } = useTranslation('timeline');
  const counts = { answered: formatNumber(answered), count: received };
  return (
    <Text c="dimmed" size="sm" mb="md">
      {received < toldFrom
        ? t('scores.propensityFew', counts)
        : t('scores.propensity', { ...counts, share: formatPercent(answered / received) })}
    </Text>
  );
}

function ScoresOfMetric({ metric, scores }: { metric: Metric; scores: readonly ContactScore[] }) {
  const { t } = useTranslation('timeline');
  const { timezone } = useMe().business;
  const { name } = useMetricWords(metric);
  const written = scores.slice(-writtenMax);
  const last = scores.at(-1);
  const days = last ? daysSince(last.at, timezone) : 0;
  return (
    <figure className={classes['card']}>
      <Text component="figcaption" fw={600}>
        {name}
      </Text>
      {scores.length > 1 && <Line metric={metric} scores={scores} />}
      <ol className={classes['last']} aria-label={t('scores.last', { metric: name })}>
        {written.map(({ _id, score, at }) => (
          <li key={_id} title={formatInstant(at, timezone)}>
            <ScoreChip metric={metric} score={score} />
          </li>
        ))}
      </ol>
      <Text c="dimmed" size="sm" mt="xs">
        {days === 0 ? t('scores.today') : t('scores.daysAgo', { count: days })}
      </Text>
    </figure>
  );
}

/** How many days of a zone have begun since an instant. */
function daysSince(at: string, timezone: string): number {
  return (Date.parse(dayIn(timezone, now())) - Date.parse(dayIn(timezone, new Date(at)))) / dayMs;
}

/** A line through the scores, by their time; the same scores are written out under it. */
function Line({ metric, scores }: { metric: Metric; scores: readonly ContactScore[] }) {
  const { min, max } = metricDefinitions[metric].scores;
  const times = scores.map(({ at }) => Date.parse(at));
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const points = scores.map(({ _id, score, score_group: group }, at) => ({
    _id,
    group,
    x: last === first ? 50 : 3 + (94 * (times[at]! - first)) / (last - first),
    y: 66 - (60 * (score - min)) / (max - min),
  }));
  return (
    <svg className={classes['line']} viewBox="0 0 100 72" preserveAspectRatio="none" aria-hidden="true">
      <polyline
        points={points.map(({ x, y }) => `${x},${y}`).join(' ')}
        fill="none"
        stroke="var(--mantine-primary-color-filled)"
        strokeWidth={2}
        vectorEffect="non-scaling-stroke"
      />
      {points.map(({ _id, group, x, y }) => (
        <line
          key={_id}
          x1={x}
          x2={x}
          y1={y}
          y2={y}
          stroke={`var(--score-${group})`}
          strokeWidth={8}
          strokeLinecap="round"
          vectorEffect="non-scaling-stroke"
        />
      ))}
    </svg>
  );
}
