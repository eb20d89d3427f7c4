import type { StyleProp } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Select } from '#web/ui/Select.tsx';

interface ChoiceFilterProps<Value extends string> {
  /** What it narrows by. */
  readonly label: string;
  /** Stands there while nothing is chosen. */
  readonly all: string;
  readonly values: readonly Value[];
  readonly nameOf: (value: Value) => string;
  readonly chosen: Value | undefined;
  readonly onChoose: (value: Value | undefined) => void;
  readonly w?: StyleProp<string | number>;
  readonly flex?: StyleProp<string>;
  readonly maw?: StyleProp<string | number>;
}

/** Narrows a list to one of a few values, or to none of them. */
export function ChoiceFilter<Value extends string>({
  label,
  all,
  values,
  nameOf,
  chosen,
  onChoose,
  ...size
}: ChoiceFilterProps<Value>) {
  const { t } = useTranslation('ui');
  return (
    <Select
      aria-label={label}
      placeholder={all}
      data={values.map((value) => ({ value: value as string, label: nameOf(value) }))}
      value={chosen ?? null}
      onChange={(chosenNow) => onChoose(values.find((value) => value === chosenNow))}
      clearable
      clearButtonProps={{ 'aria-label': t('table.clearFilter', { filter: label }) }}
      {...size}
    />
  );
}
