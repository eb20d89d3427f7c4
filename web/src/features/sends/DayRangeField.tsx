import { DatePickerInput } from '@mantine/dates';
import { useMediaQuery } from '@mantine/hooks';
import { IconCalendar } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { daysUntil, monthAround } from '#web/features/sends/day-range.ts';
import type { DayRange } from '#web/features/sends/day-range.ts';
import { formatDay } from '#web/lib/format.ts';
import { currentLanguage, locales } from '#web/lib/language.ts';
import classes from './DayRangeField.module.css';

interface DayRangeFieldProps {
  readonly range: DayRange;
  /** The day that 'today' is, in the unit's zone. */
  readonly today: string;
  readonly onRange: (range: DayRange) => void;
}

/** Two days, both included: chosen in a calendar, or by a name. */
export function DayRangeField({ range, today, onRange }: DayRangeFieldProps) {
  const { t } = useTranslation('sends');
  // Between the first click and the second there is a beginning and no range yet.
  const [beginning, setBeginning] = useState<string | null>(null);
  const isWide = useMediaQuery('(min-width: 768px)', true, { getInitialValueInEffect: false });
  const presets = [
    preset(t('range.today'), daysUntil(today, 1)),
    preset(t('range.week'), daysUntil(today, 7)),
    preset(t('range.month'), monthAround(today)),
    preset(t('range.lastMonth'), monthAround(today, -1)),
    preset(t('range.quarter'), daysUntil(today, 90)),
  ];
  return (
    <DatePickerInput
      type="range"
      aria-label={t('range.label', { days: nameRange([range.from, range.to]) })}
      w={{ base: '100%', xs: 268 }}
      leftSection={<IconCalendar size={16} stroke={1.5} aria-hidden />}
      leftSectionPointerEvents="none"
      value={beginning ? [beginning, null] : [range.from, range.to]}
      onChange={([from, to]) => {
        setBeginning(to ? null : from);
        if (from && to) onRange({ from, to });
      }}
      onDropdownClose={() => setBeginning(null)}
      allowSingleDateInRange
      presets={presets}
      numberOfColumns={isWide ? 2 : 1}
      columnsToScroll={1}
      firstDayOfWeek={0}
      weekendDays={[]}
      maxLevel="month"
      valueFormatter={({ date }) => nameRange(Array.isArray(date) ? date : [date])}
      monthLabelFormat={(month) => nameMonth(month)}
      classNames={{
        datePickerRoot: classes['picker'] ?? '',
        presetsList: classes['presets'] ?? '',
        calendarHeaderLevel: classes['month'] ?? '',
      }}
      weekdayFormat={(day) => nameIn(day, { weekday: 'narrow' })}
      getDayAriaLabel={(day) => nameDay(day)}
      ariaLabels={{ nextMonth: t('range.nextMonth'), previousMonth: t('range.previousMonth') }}
      popoverProps={{ withRoles: false, position: 'bottom-start' }}
    />
  );
}

function preset(label: string, { from, to }: DayRange): { label: string; value: [string, string] } {
  return { label, value: [from, to] };
}

function nameRange(days: readonly (string | Date | null)[]): string {
  return days.flatMap((day) => (day ? [nameDay(day)] : [])).join(' – ');
}

function nameMonth(month: string | Date): string {
  const name = nameIn(month, { month: 'long', year: 'numeric' });
  return name.charAt(0).toLocaleUpperCase() + name.slice(1);
}

function nameDay(day: string | Date): string {
  return formatDay(asText(day));
}

function nameIn(day: string | Date, format: Intl.DateTimeFormatOptions): string {
  const date = new Date(`${asText(day)}T00:00:00Z`);
  return new Intl.DateTimeFormat(locales[currentLanguage()], { ...format, timeZone: 'UTC' }).format(date);
}

function asText(day: string | Date): string {
  return typeof day === 'string' ? day.slice(0, 10) : day.toISOString().slice(0, 10);
}
