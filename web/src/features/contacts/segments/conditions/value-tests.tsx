import type { DateTest, NumberTest, TextTest, ValueTest } from '@escuta/contract/segment-conditions';
import { useTranslation } from 'react-i18next';
import type { Draft } from '#web/features/contacts/segments/conditions/condition-entry.ts';
import {
  Choice,
  DayInput,
  DaysInput,
  FigureInput,
  WordsInput,
} from '#web/features/contacts/segments/conditions/inputs.tsx';
import { formatDay, formatNumber } from '#web/lib/format.ts';

/* What can be asked of a value: of a text, a number, a day. */

export type TextDraft = Draft<'text'>['test'];
export type DateDraft = Draft<'date'>['test'];
type AnyTest = Draft<'custom'>['test'];
export type NumberDraft = Extract<AnyTest, { readonly op: NumberTest['op'] }>;

export const textOps = [
  'is',
  'isNot',
  'contains',
  'notContains',
  'known',
  'unknown',
] as const satisfies TextTest['op'][];
/** Of a value that is one of few. */
export const choiceOps = ['is', 'isNot', 'known', 'unknown'] as const satisfies TextTest['op'][];
export const numberOps = ['eq', 'lt', 'lte', 'gt', 'gte', 'known', 'unknown'] as const satisfies NumberTest['op'][];
export const dateOps = [
  'lastDays',
  'olderThanDays',
  'nextDays',
  'on',
  'before',
  'after',
  'known',
  'unknown',
] as const satisfies DateTest['op'][];
export const presenceOps = ['known', 'unknown'] as const;

const valueMax = 200;

interface TestProps<Test> {
  readonly test: Test;
  readonly onChange: (test: Test) => void;
}

export function OpChoice<Op extends ValueTest['op']>(props: {
  readonly op: Op;
  readonly ops: readonly Op[];
  readonly onChange: (op: Op) => void;
}) {
  const { t } = useTranslation('segments');
  const { op, ops, onChange } = props;
  const label = (each: ValueTest['op']) => t(`op.${each}`);
  return (
    <Choice
      label={t('test')}
      value={op}
      options={ops.map((each) => ({ value: each, label: label(each) }))}
      onChange={onChange}
    />
  );
}

function isPresence(op: ValueTest['op']): op is (typeof presenceOps)[number] {
  return op === 'known' || op === 'unknown';
}

interface TextTestProps extends TestProps<TextDraft> {
  /** What the value can be, where it is one of few. */
  readonly options?: readonly string[];
}

export function TextTestFields({ test, options, onChange }: TextTestProps) {
  const { t } = useTranslation('segments');
  const value = 'value' in test ? test.value : null;
  return (
    <>
      <OpChoice
        op={test.op}
        ops={options ? choiceOps : textOps}
        onChange={(op) => onChange(isPresence(op) ? { op } : { op, value })}
      />
      {'value' in test && !options && (
        <WordsInput
          label={t('value.text')}
          maxLength={valueMax}
          value={value}
          onChange={(typed) => onChange({ op: test.op, value: typed })}
        />
      )}
      {'value' in test && options && (
        <OptionInput
          value={value}
          options={options.map((option) => ({ value: option, label: option }))}
          onChange={(chosen) => onChange({ op: test.op, value: chosen })}
        />
      )}
    </>
  );
}

interface OptionInputProps {
  readonly value: string | null;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string | null) => void;
}

/** One of a few values. One that is none of them any more stays until another is chosen. */
export function OptionInput({ value, options, onChange }: OptionInputProps) {
  const { t } = useTranslation('segments');
  const isOffered = options.some((option) => option.value === value);
  return (
    <Choice
      label={t('value.option')}
      value={value ?? ''}
      options={[...(isOffered ? [] : [{ value: value ?? '', label: value ?? t('value.choose') }]), ...options]}
      onChange={(chosen) => onChange(chosen || null)}
    />
  );
}

export function NumberTestFields({ test, onChange }: TestProps<NumberDraft>) {
  const { t } = useTranslation('segments');
  const value = 'value' in test ? test.value : null;
  return (
    <>
      <OpChoice op={test.op} ops={numberOps} onChange={(op) => onChange(isPresence(op) ? { op } : { op, value })} />
      {'value' in test && (
        <FigureInput
          label={t('value.number')}
          value={value}
          onChange={(typed) => onChange({ op: test.op, value: typed })}
        />
      )}
    </>
  );
}

export function DateTestFields({ test, onChange }: TestProps<DateDraft>) {
  const { t } = useTranslation('segments');
  const day = 'day' in test ? test.day : null;
  const days = 'days' in test ? test.days : null;
  const take = (op: DateTest['op']) => {
    if (isPresence(op)) onChange({ op });
    else if (op === 'on' || op === 'before' || op === 'after') onChange({ op, day });
    else onChange({ op, days });
  };
  return (
    <>
      <OpChoice op={test.op} ops={dateOps} onChange={take} />
      {'day' in test && (
        <DayInput label={t('value.day')} value={day} onChange={(typed) => onChange({ op: test.op, day: typed })} />
      )}
      {'days' in test && (
        <DaysInput label={t('value.days')} value={days} onChange={(typed) => onChange({ op: test.op, days: typed })} />
      )}
    </>
  );
}

/** For a value that is never told: whether there is one. */
export function PresenceTestFields({ test, onChange }: TestProps<{ readonly op: 'known' | 'unknown' }>) {
  return <OpChoice op={test.op} ops={presenceOps} onChange={(op) => onChange({ op })} />;
}

/** What a test asks of a value, in words. */
export function TestSentence({ name, test }: { readonly name: string; readonly test: AnyTest }) {
  const { t } = useTranslation('segments');
  switch (test.op) {
    case 'known':
    case 'unknown':
      return t(`sentence.${test.op}`, { name });
    case 'on':
    case 'before':
    case 'after':
      return t(`sentence.${test.op}`, { name, value: formatDay(test.day ?? '') });
    case 'lastDays':
    case 'olderThanDays':
    case 'nextDays':
      return t(`sentence.${test.op}`, { name, count: test.days ?? 0, value: formatNumber(test.days ?? 0) });
    default:
      return t(`sentence.${test.op}`, { name, value: writtenValue(test.value) });
  }
}

/** As many decimals as there are, at most three. */
function writtenValue(value: string | number | null): string {
  if (typeof value !== 'number') return value ?? '';
  const decimals = [0, 1, 2].find((digits) => Number(value.toFixed(digits)) === value) ?? 3;
  return formatNumber(value, decimals);
}
