import type { SurveyId } from '@escuta/contract/ids';
import { Button, Group } from '@mantine/core';
import { IconCalendar, IconMessageStar } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { surveyChoicesQuery } from '#web/features/dashboard/api.ts';
import type { Period } from '#web/features/dashboard/period.ts';
import { defaultPreset, presets } from '#web/features/dashboard/presets.ts';
import type { Preset } from '#web/features/dashboard/presets.ts';
import { useMe } from '#web/lib/me.ts';
import { Select } from '#web/ui/Select.tsx';

const route = getRouteApi('/shell/cf-dashboard');

// A calendar weighs more than the page: only who chooses days of their own loads it.
const DayRangeField = lazy(async () => ({ default: (await import('#web/ui/DayRangeField.tsx')).DayRangeField }));

/** Which days, and which survey. Both live in the address bar, so a link shows the same view. */
export function FilterBar({ period, today }: { period: Period; today: string }) {
  const { t } = useTranslation(['dashboard', 'ui']);
  const { can } = useMe();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const preset = search.period ?? defaultPreset;

  const [hasChosenDays, setChosenDays] = useState(false);

  function choosePreset(chosen: string | null): void {
    const next = (chosen ?? defaultPreset) as Preset;
    setChosenDays(next === 'custom');
    const days = next === 'custom' ? period : { from: undefined, to: undefined };
    void navigate({
      search: (before) => ({ ...before, ...days, period: next === defaultPreset ? undefined : next }),
      replace: true,
    });
  }
  function chooseSurvey(surveyId: SurveyId | undefined): void {
    void navigate({ search: (before) => ({ ...before, surveyId, metric: undefined }), replace: true });
  }

  return (
    <Group mb="md" gap="sm">
      <Select
        aria-label={t('period.label')}
        data={presets.map((value) => ({ value, label: t(`period.${value}`) }))}
        value={preset}
        onChange={choosePreset}
        allowDeselect={false}
        leftSection={preset !== 'custom' && <IconCalendar size={16} stroke={1.5} aria-hidden />}
        w={{ base: '100%', xs: 200 }}
      />
      {preset === 'custom' && (
        <Suspense>
          <DayRangeField
            range={period}
            dayMax={today}
            opensAtOnce={hasChosenDays}
            onRange={(days) => void navigate({ search: (before) => ({ ...before, ...days }), replace: true })}
          />
        </Suspense>
      )}
      {can('surveys.read') ? (
        <SurveySelect surveyId={search.surveyId} onChoose={chooseSurvey} />
      ) : (
        search.surveyId && (
          <Button variant="default" onClick={() => chooseSurvey(undefined)}>
            {t('ui:empty.clear')}
          </Button>
        )
      )}
    </Group>
  );
}

function SurveySelect({
  surveyId,
  onChoose,
}: {
  surveyId: SurveyId | undefined;
  onChoose: (id: SurveyId | undefined) => void;
}) {
  const { t } = useTranslation(['dashboard', 'ui']);
  const { data } = useQuery(surveyChoicesQuery(true));
  const choices = (data?.data ?? []).map(({ _id, title }) => ({ value: _id, label: title }));
  // A link may name a survey beyond the list: the box shows that one is chosen, and can clear it.
  const isListed = !surveyId || choices.some(({ value }) => value === surveyId);
  return (
    <Select
      aria-label={t('survey.label')}
      placeholder={t('survey.all')}
      data={isListed || !data ? choices : [...choices, { value: surveyId, label: t('survey.one') }]}
      value={surveyId ?? null}
      onChange={(id) => onChoose(id ?? undefined)}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('survey.clear') }}
      nothingFoundMessage={t('survey.nothing')}
      leftSection={<IconMessageStar size={16} stroke={1.5} aria-hidden />}
      w={{ base: '100%', xs: 280 }}
    />
  );
}
