import { Textarea, TextInput } from '@mantine/core';
import type { TextareaProps, TextInputProps } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { VariableField } from '@escuta/contract/field-variables';
import type { SurveyDefinition } from '@escuta/contract/surveys';
import { nameableIn } from '@escuta/contract/variables';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { hasVariables, lengthsOf, textAt } from '#web/features/surveys/survey-texts.ts';
import type { SurveyTexts, TextPath } from '#web/features/surveys/survey-texts.ts';
import { VariableMenu } from '#web/features/surveys/VariableMenu.tsx';
import classes from './SurveyField.module.css';

/** From this share of its limit on a field counts what is left. */
const nearLimit = 0.8;

/** What the fields of every section work with. */
export interface FieldContext {
  readonly form: UseFormReturnType<SurveyTexts>;
  readonly isReadOnly: boolean;
  readonly definition: SurveyDefinition;
  /** The custom fields that texts may name. */
  readonly fields: readonly VariableField[];
  readonly labelOf: (path: TextPath) => string;
}

interface SurveyFieldProps extends FieldContext {
  readonly path: TextPath;
  readonly help?: string;
  /** More than one line of text. */
  readonly isLong?: boolean;
  readonly leftSection?: ReactNode;
  readonly onFocus?: () => void;
}

/** One text of the survey: label above, help and what is left under it, the variables it may name at its end. */
export function SurveyField({
  form,
  isReadOnly,
  definition,
  fields,
  labelOf,
  path,
  help,
  isLong,
  leftSection,
  onFocus,
}: SurveyFieldProps) {
  const { t } = useTranslation('surveys');
  const length = textAt(form.values, path).trim().length;
  const { max } = lengthsOf(definition, path);
  const left = max - length;
  const counter = path !== 'brandColor' && left >= 0 && length >= max * nearLimit;
  const field: TextInputProps & TextareaProps = {
    label: labelOf(path),
    description: [help, counter && t('left', { count: left })].filter(Boolean).join(' '),
    readOnly: isReadOnly,
    onFocus,
    leftSection,
    rightSection: !isReadOnly && hasVariables(path) && (
      <VariableMenu
        field={labelOf(path)}
        {...nameableIn(path, fields)}
        language={definition.language}
        onChoose={(place) => insert(form, path, place)}
      />
    ),
  };
  const { key, ...input } = { key: form.key(path), ...form.getInputProps(path) };
  return isLong ? (
    <Textarea
      key={key}
      {...field}
      {...input}
      onFocus={onFocus}
      rows={2}
      classNames={{ input: classes['long'] ?? '' }}
    />
  ) : (
    <TextInput key={key} {...field} {...input} onFocus={onFocus} />
  );
}

/** Puts words where the caret stands, or over what is chosen, and leaves the caret behind them. */
function insert(form: FieldContext['form'], path: TextPath, words: string): void {
  const input = form.getInputNode(path) as HTMLInputElement | HTMLTextAreaElement | null;
  const text = textAt(form.getValues(), path);
  const from = input?.selectionStart ?? text.length;
  const to = input?.selectionEnd ?? from;
  flushSync(() => form.setFieldValue(path, text.slice(0, from) + words + text.slice(to)));
  input?.focus();
  input?.setSelectionRange(from + words.length, from + words.length);
}
