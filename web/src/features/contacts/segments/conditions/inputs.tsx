import { Autocomplete, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#web/lib/format.ts';
import classes from './inputs.module.css';

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
}

/** One of a few, in a row of a condition: its label is for whoever cannot see the row. */
export function Choice<Value extends string>({ label, value, options, onChange }: ChoiceProps<Value>) {
  return (
    <NativeSelect
      aria-label={label}
      className={classes['choice'] ?? ''}
      data={[...options]}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value as Value)}
    />
  );
}

interface TypedProps<Value> {
  readonly label: string;
  readonly value: Value | null;
  readonly onChange: (value: Value | null) => void;
}

export function WordsInput({ label, value, onChange, maxLength }: TypedProps<string> & { readonly maxLength: number }) {
  return (
    <TextInput
      aria-label={label}
      className={classes['words'] ?? ''}
      autoComplete="off"
      maxLength={maxLength}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value || null)}
    />
  );
}

/** Words that others may have used before: those are offered while somebody types. */
export function KnownWordsInput({
  label,
  value,
  known,
  onChange,
  maxLength,
}: TypedProps<string> & { readonly maxLength: number; readonly known: readonly string[] }) {
  return (
    <Autocomplete
      aria-label={label}
      className={classes['words'] ?? ''}
      data={[...known]}
      comboboxProps={{ withinPortal: false }}
      maxLength={maxLength}
      value={value ?? ''}
      onChange={(typed) => onChange(typed || null)}
    />
  );
}

export function DayInput({ label, value, onChange }: TypedProps<string>) {
  return (
    <TextInput
      type="date"
      aria-label={label}
      className={classes['choice'] ?? ''}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value || null)}
    />
  );
}

interface FigureInputProps extends TypedProps<number> {
  readonly isWhole?: boolean;
  readonly min?: number;
  readonly max?: number;
  /** What is counted, behind the number. */
  readonly unit?: string;
}

/** A number as the language writes it. It keeps what is typed: half a number is none yet, and stays in the field. */
export function FigureInput({ label, value, onChange, isWhole, min, max, unit }: FigureInputProps) {
  return (
    <NumberInput
      aria-label={label}
      className={classes['figure'] ?? ''}
      hideControls
      allowDecimal={!isWhole}
      decimalSeparator={formatNumber(0.5, 1).charAt(1)}
      clampBehavior="none"
      {...(min === undefined ? {} : { min })}
      {...(max === undefined ? {} : { max })}
      {...(unit ? { rightSection: unit, rightSectionWidth: 48, rightSectionPointerEvents: 'none' } : {})}
      defaultValue={value ?? ''}
      onChange={(typed) => onChange(typeof typed === 'number' ? typed : null)}
    />
  );
}

export function DaysInput({ label, value, onChange }: TypedProps<number>) {
  const { t } = useTranslation('segments');
  return <FigureInput label={label} value={value} onChange={onChange} isWhole min={1} unit={t('value.daysHelp')} />;
}
