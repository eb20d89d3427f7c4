import { Textarea, TextInput } from '@mantine/core';
import type { TextareaProps, TextInputProps } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { limits, textAt } from '#web/features/surveys/survey-texts.ts';
import type { SurveyTexts, TextPath } from '#web/features/surveys/survey-texts.ts';
import classes from './SurveyField.module.css';

/** From this share of its limit on a field counts what is left. */
const nearLimit = 0.8;

/** What the fields of every section work with. */
export interface FieldContext {
  readonly form: UseFormReturnType<SurveyTexts>;
  readonly isReadOnly: boolean;
}

interface SurveyFieldProps extends FieldContext {
  readonly path: TextPath;
  readonly help?: string;
  /** More than one line of text. */
  readonly isLong?: boolean;
  readonly leftSection?: ReactNode;
  readonly onFocus?: () => void;
}

/** One text of the survey: label above, help and what is left under it. */
export function SurveyField({ form, isReadOnly, path, help, isLong, leftSection, onFocus }: SurveyFieldProps) {
  const { t } = useTranslation('surveys');
  const length = textAt(form.values, path).trim().length;
  const left = limits[path] - length;
  const counter = path !== 'brandColor' && left >= 0 && length >= limits[path] * nearLimit;
  const field: TextInputProps & TextareaProps = {
    label: t(`field.${path}`),
    description: [help, counter && t('left', { count: left })].filter(Boolean).join(' '),
    readOnly: isReadOnly,
    onFocus,
    leftSection,
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
