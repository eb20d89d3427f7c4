import { IconCalendar } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { daysIn, periodNameOf, periodNames, periodSearch } from '#web/features/responses/period.ts';
import type { PeriodName, PeriodSearch } from '#web/features/responses/period.ts';
import { useMe } from '#web/lib/me.ts';
import { useToday } from '#web/lib/use-today.ts';
import { Select } from '#web/ui/Select.tsx';
import classes from './ResponsesPage.module.css';

// A calendar weighs more than the page: only who looks at days of their own loads it.
const DayRangeField = lazy(async () => ({ default: (await import('#web/ui/DayRangeField.tsx')).DayRangeField }));

interface PeriodFilterProps {
  readonly search: PeriodSearch;
  readonly onChange: (part: PeriodSearch) => void;
}

/** The days of the list, in the unit's zone: since ever, unless some are chosen. */
export function PeriodFilter({ search, onChange }: PeriodFilterProps) {
  const { t } = useTranslation('responses');
  const today = useToday(useMe().business.timezone);
  // Who has just asked for days of their own sees those of before, which may have a name.
  const [isOwn, setIsOwn] = useState(false);
  const name = isOwn ? 'custom' : periodNameOf(search, today);
  const { from, to } = daysIn(search, today);
  return (
    <>
      <Select
        aria-label={t('filter.period.label')}
        data={periodNames.map((value) => ({ value, label: t(`filter.period.${value}`) }))}
        value={name}
        onChange={(chosen) => {
          setIsOwn(chosen === 'custom');
          onChange(periodSearch(chosen as PeriodName, search, today));
        }}
        allowDeselect={false}
        leftSection={name !== 'custom' && <IconCalendar size={16} stroke={1.5} aria-hidden />}
        className={`${classes['period']} ${name === 'custom' ? classes['custom'] : ''}`}
        classNames={{ input: (name === 'ever' && classes['all']) || '' }}
      />
      {name === 'custom' && (
        <Suspense>
          <DayRangeField
            range={{ from: from ?? to ?? today, to: to ?? today }}
            dayMax={today}
            opensAtOnce={isOwn}
            onRange={(days) => onChange({ period: undefined, ...days })}
          />
        </Suspense>
      )}
    </>
  );
}
