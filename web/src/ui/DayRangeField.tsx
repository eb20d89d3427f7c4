import { DatePickerInput } from '@mantine/dates';
import '@mantine/dates/styles.css';
import { useId, useMediaQuery } from '@mantine/hooks';
import { IconCalendar, IconCheck } from '@tabler/icons-react';
import 'dayjs/locale/es';
import 'dayjs/locale/pt-br';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDay, formatDays } from '#web/lib/format.ts';
import type { DayRange } from '#web/lib/format.ts';
import { currentLanguage } from '#web/lib/language.ts';
import { locales } from '#web/lib/locales.ts';
import classes from './DayRangeField.module.css';

const dayjsLocales = { pt: 'pt-br', es: 'es', en: 'en' };

interface NamedRange extends DayRange {
  readonly label: string;
}

interface DayRangeFieldProps {
  readonly range: DayRange;
  /** The last day that can be chosen. */
  readonly dayMax?: string;
  /** Ranges with a name, offered beside the calendar. */
  readonly presets?: readonly NamedRange[];
  /** The calendar is open when the field comes: whoever asked for it wants to choose. */
  readonly opensAtOnce?: boolean;
  readonly onRange: (range: DayRange) => void;
}

/** Two days, both included: chosen in a calendar, or by a name. Says so only when both are chosen. */
export function DayRangeField({ range, dayMax, presets, opensAtOnce, onRange }: DayRangeFieldProps) {
  const { t } = useTranslation('ui');
  // Between the first click and the second there is a beginning and no range yet.
  const [beginning, setBeginning] = useState<string | null>(null);
  // The month that somebody turned to; before that, the calendar ends with the last month of the range.
  const [turnedTo, setTurnedTo] = useState<string | null>(null);
  const isWide = useMediaQuery('(min-width: 768px)', true, { getInitialValueInEffect: false });
  const field = useRef<HTMLButtonElement>(null);
  const id = useId();
  const mustOpen = useRef(opensAtOnce);
  useEffect(() => {
    if (mustOpen.current) field.current?.click();
    mustOpen.current = false;
  }, []);
  return (
    <DatePickerInput
      ref={field}
      type="range"
      aria-label={t('days.label', { days: formatDays(range) })}
      // Between the first click and the second it says one day, and keeps its place.
      miw={184}
      w={{ base: '100%', xs: 'auto' }}
      leftSection={<IconCalendar size={16} stroke={1.5} aria-hidden />}
      leftSectionPointerEvents="none"
      value={beginning ? [beginning, null] : [range.from, range.to]}
      onChange={([from, to]) => {
        setBeginning(to ? null : from);
        if (from && to) onRange({ from, to });
      }}
      onLevelChange={focusCalendar}
      onDropdownClose={() => {
        setBeginning(null);
        setTurnedTo(null);
      }}
      date={turnedTo ?? monthBefore(range.to, isWide ? 1 : 0)}
      onDateChange={setTurnedTo}
      allowSingleDateInRange
      {...(dayMax ? { maxDate: dayMax } : {})}
      {...(presets ? { presets: presets.map((preset) => asPreset(preset, range)) } : {})}
      numberOfColumns={isWide ? 2 : 1}
      columnsToScroll={1}
      firstDayOfWeek={0}
      weekendDays={[]}
      hideOutsideDates
      locale={dayjsLocales[currentLanguage()]}
      valueFormatter={() => (beginning ? `${formatDay(beginning)} –` : formatDays(range))}
      monthLabelFormat={nameMonth}
      weekdayFormat={(day) => nameIn(day, { weekday: 'narrow' })}
      getDayAriaLabel={(day) => formatDay(asText(day))}
      classNames={{
        datePickerRoot: classes['picker'] ?? '',
        presetsList: classes['presets'] ?? '',
        calendarHeaderLevel: classes['month'] ?? '',
      }}
      ariaLabels={{
        nextMonth: t('days.nextMonth'),
        previousMonth: t('days.previousMonth'),
        nextYear: t('days.nextYear'),
        previousYear: t('days.previousYear'),
        nextDecade: t('days.nextDecade'),
        previousDecade: t('days.previousDecade'),
      }}
      // The calendar takes its name from the field, which the library looks for under this id.
      id={id}
      popoverProps={{
        id,
        position: 'bottom-start',
        withinPortal: false,
        // Where it does not fit to the right it moves over as far as it must, not over the menu.
        middlewares: { flip: { crossAxis: false }, shift: true },
      }}
    />
  );
}

/** The first day of the month that lies so many months before a day's. */
function monthBefore(day: string, months: number): string {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 - months, 1)).toISOString().slice(0, 10);
}

/** Days, months and years replace each other, and what had the focus with them: it goes on to the calendar's head. */
function focusCalendar(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`button.${classes['month']}`)?.focus());
}

/** A range with a name; the one that is chosen is marked. */
function asPreset({ label, from, to }: NamedRange, chosen: DayRange): { label: ReactNode; value: [string, string] } {
  const isChosen = from === chosen.from && to === chosen.to;
  return {
    label: (
      <span className={classes['preset']} aria-current={isChosen || undefined}>
        {label}
        {isChosen && <IconCheck size={14} stroke={2} aria-hidden />}
      </span>
    ),
    value: [from, to],
  };
}

function nameMonth(month: string | Date): string {
  const name = nameIn(month, { month: 'long', year: 'numeric' });
  return name.charAt(0).toLocaleUpperCase() + name.slice(1);
}

function nameIn(day: string | Date, format: Intl.DateTimeFormatOptions): string {
  const date = new Date(`${asText(day)}T00:00:00Z`);
  return new Intl.DateTimeFormat(locales[currentLanguage()], { ...format, timeZone: 'UTC' }).format(date);
}

function asText(day: string | Date): string {
  return typeof day === 'string' ? day.slice(0, 10) : day.toISOString().slice(0, 10);
}
