import { DatePickerInput } from '@mantine/dates';
import '@mantine/dates/styles.css';
import 'dayjs/locale/es';
import 'dayjs/locale/pt-br';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDays } from '#web/features/dashboard/days-text.ts';
import type { Period } from '#web/features/dashboard/period.ts';
import { formatDay } from '#web/lib/format.ts';
import { currentLanguage, locales } from '#web/lib/language.ts';

const dayjsLocales = { pt: 'pt-br', es: 'es', en: 'en' };

interface PeriodFieldProps {
  readonly period: Period;
  readonly dayMax: string;
  readonly onChoose: (period: Period) => void;
}

/** Two days of one's own choosing. Says so only when both are chosen. */
export function PeriodField({ period, dayMax, onChoose }: PeriodFieldProps) {
  const { t } = useTranslation(['dashboard', 'ui']);
  const [days, setDays] = useState<[string | null, string | null]>([period.from, period.to]);
  const language = currentLanguage();
  const weekday = new Intl.DateTimeFormat(locales[language], { weekday: 'narrow', timeZone: 'UTC' });
  return (
    <DatePickerInput
      type="range"
      aria-label={t('period.days', { days: formatDays(period) })}
      value={days}
      onChange={(chosen) => {
        setDays(chosen);
        const [from, to] = chosen;
        if (from && to) onChoose({ from, to });
      }}
      maxDate={dayMax}
      allowSingleDateInRange
      numberOfColumns={1}
      locale={dayjsLocales[language]}
      valueFormatter={() => nameDays(days)}
      getDayAriaLabel={formatDay}
      hideOutsideDates
      weekdayFormat={(day) => weekday.format(new Date(`${day}T00:00:00Z`))}
      weekendDays={[]}
      ariaLabels={{
        nextMonth: t('calendar.nextMonth'),
        previousMonth: t('calendar.previousMonth'),
        nextYear: t('calendar.nextYear'),
        previousYear: t('calendar.previousYear'),
        nextDecade: t('calendar.nextDecade'),
        previousDecade: t('calendar.previousDecade'),
      }}
      popoverProps={{ withRoles: false }}
      w={{ base: '100%', xs: 250 }}
    />
  );
}

/** Between the first click and the second there is a beginning and no end yet. */
function nameDays([from, to]: [string | null, string | null]): string {
  if (!from) return '';
  return to ? formatDays({ from, to }) : `${formatDay(from)} –`;
}
