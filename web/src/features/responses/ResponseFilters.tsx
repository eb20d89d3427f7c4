import type { SurveyId } from '@escuta/contract/ids';
import { metrics, scoreGroups } from '@escuta/contract/metrics';
import type { Metric, ScoreGroup } from '@escuta/contract/metrics';
import { channels } from '@escuta/contract/primitives';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFilter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { surveyChoicesQuery } from '#web/features/responses/api.ts';
import { PeriodFilter } from '#web/features/responses/PeriodFilter.tsx';
import type { ResponseSearch } from '#web/features/responses/response-search.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useIsPhone } from '#web/lib/use-is-phone.ts';
import { ChoiceFilter } from '#web/ui/list/ChoiceFilter.tsx';
import { Select } from '#web/ui/Select.tsx';

const route = getRouteApi('/shell/customer-feedback/responses');
/**
 * From the words that stand there while nothing is chosen to the longest of the choices, in any language: so that all filters
 * stand in one row of a desk. A phone has a row for each.
 */
function widthFrom(least: number, most: number) {
  return { flex: { base: '1 1 100%', xs: `1 1 ${least}px` }, maw: { base: '100%', xs: most } };
}

/** What the list is narrowed by. All of it is in the address. A phone shows the days, and the rest when asked. */
export function ResponseFilters() {
  const isPhone = useIsPhone();
  const [isOpen, { toggle }] = useDisclosure();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (part: Partial<ResponseSearch>) =>
    void navigate({ search: (before) => ({ ...before, ...part, page: undefined }) });
  return (
    <>
      <PeriodFilter search={search} onChange={change} />
      {isPhone && <MoreButton search={search} isOpen={isOpen} onToggle={toggle} />}
      {(!isPhone || isOpen) && <MoreFilters search={search} onChange={change} />}
    </>
  );
}

interface MoreButtonProps {
  readonly search: ResponseSearch;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** Opens the filters that a phone has no room for, and says how many of them are set. */
function MoreButton({ search, isOpen, onToggle }: MoreButtonProps) {
  const { t } = useTranslation('responses');
  const { surveyId, metric, comment, channel } = search;
  const set = [surveyId, metric, comment, channel].filter((value) => value !== undefined).length;
  return (
    <Button
      variant="default"
      leftSection={<IconFilter size={16} stroke={1.5} aria-hidden />}
      aria-expanded={isOpen}
      onClick={onToggle}
    >
      {set === 0 ? t('filter.more') : t('filter.moreSet', { n: formatNumber(set) })}
    </Button>
  );
}

interface MoreFiltersProps {
  readonly search: ResponseSearch;
  readonly onChange: (part: Partial<ResponseSearch>) => void;
}

function MoreFilters({ search, onChange: change }: MoreFiltersProps) {
  const { t } = useTranslation('responses');
  return (
    <>
      <SurveySelect surveyId={search.surveyId} onChoose={(surveyId) => change({ surveyId })} />
      <ScoreSelect {...search} onChoose={change} />
      <ChoiceFilter
        label={t('filter.comment.label')}
        all={t('filter.comment.all')}
        values={['with', 'without']}
        nameOf={(value) => t(`filter.comment.${value}`)}
        chosen={search.comment}
        onChoose={(comment) => change({ comment })}
        {...widthFrom(204, 232)}
      />
      <ChoiceFilter
        label={t('filter.channel.label')}
        all={t('filter.channel.all')}
        values={channels}
        nameOf={(value) => t(`channel.${value}`)}
        chosen={search.channel}
        onChoose={(channel) => change({ channel })}
        {...widthFrom(168, 184)}
      />
    </>
  );
}

interface SurveySelectProps {
  readonly surveyId: SurveyId | undefined;
  readonly onChoose: (id: SurveyId | undefined) => void;
}

function SurveySelect({ surveyId, onChoose }: SurveySelectProps) {
  const { t } = useTranslation('responses');
  const { data } = useQuery(surveyChoicesQuery());
  const choices = (data?.data ?? []).map(({ _id, title }) => ({ value: _id, label: title }));
  // A link may name a survey beyond the list: the box shows that one is chosen, and can clear it.
  const isListed = !surveyId || choices.some(({ value }) => value === surveyId);
  return (
    <Select
      aria-label={t('filter.survey.label')}
      placeholder={t('filter.survey.all')}
      data={isListed || !data ? choices : [...choices, { value: surveyId, label: t('filter.survey.one') }]}
      value={surveyId ?? null}
      onChange={(id) => onChoose(id ?? undefined)}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('filter.clear', { filter: t('filter.survey.label') }) }}
      nothingFoundMessage={t('filter.survey.nothing')}
      {...widthFrom(184, 240)}
    />
  );
}

interface ScoreSelectProps {
  readonly metric?: Metric | undefined;
  readonly group?: ScoreGroup | undefined;
  readonly onChoose: (part: { metric: Metric | undefined; group: ScoreGroup | undefined }) => void;
}

/** A metric, or a group of its scores: groups have names in their metric only. */
function ScoreSelect({ metric, group, onChoose }: ScoreSelectProps) {
  const { t } = useTranslation('responses');
  const { t: word } = useTranslation(metrics);
  const choices = metrics.map((each) => ({
    group: word('name', { ns: each }),
    items: [
      { value: each, label: t('filter.group.any', { metric: word('name', { ns: each }) }) },
      ...scoreGroups.map((one) => ({ value: `${each} ${one}`, label: word(`groups.${one}`, { ns: each }) })),
    ],
  }));
  const value = metric && group ? `${metric} ${group}` : (metric ?? null);
  return (
    <Select
      aria-label={t('filter.group.label')}
      placeholder={t('filter.group.all')}
      data={choices}
      value={value}
      onChange={(chosen) => {
        const [of, part] = (chosen ?? '').split(' ') as [Metric | '', ScoreGroup?];
        onChoose({ metric: of || undefined, group: part });
      }}
      clearable
      clearButtonProps={{ 'aria-label': t('filter.clear', { filter: t('filter.group.label') }) }}
      {...widthFrom(208, 232)}
    />
  );
}
