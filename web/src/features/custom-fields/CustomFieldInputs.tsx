import { customFieldTypes } from '@escuta/contract/custom-field-values';
import { canBeSearched } from '@escuta/contract/custom-fields';
import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TypedField } from '#web/features/custom-fields/custom-field-form.ts';
import { RetryNaming } from '#web/features/custom-fields/RetryNaming.tsx';
import type { NamingSurveys } from '#web/features/custom-fields/use-naming-surveys.ts';
import { formatNumber } from '#web/lib/format.ts';
import type { useRouteForm } from '#web/ui/form/use-route-form.ts';

type FieldForm = ReturnType<typeof useRouteForm<never, TypedField>>;

interface CustomFieldInputsProps {
  readonly form: Pick<FieldForm, 'field' | 'box' | 'set' | 'values'>;
  readonly isNew: boolean;
  /** How many contacts hold a value: with any, the type stays. */
  readonly holders: number;
  /** The surveys that name a sensitive field. */
  readonly naming: NamingSurveys;
  /** The internal name that a label suggests. */
  readonly suggest: (label: string) => string;
}

/** What a custom field is. Its internal name follows the label until somebody writes another one, and never changes later. */
export function CustomFieldInputs({ form, isNew, holders, naming, suggest }: CustomFieldInputsProps) {
  const { t } = useTranslation('custom-fields');
  const [isNamed, setNamed] = useState(false);
  const label = form.field('label');
  const name = form.field('internal_name');
  const types = customFieldTypes.map((value) => ({ value, label: t(`type.${value}`) }));
  return (
    <>
      <TextInput
        label={t('column.label')}
        data-autofocus
        {...label}
        onChange={(event) => {
          const typed = event.currentTarget.value;
          form.set({ label: typed, ...(isNew && !isNamed ? { internal_name: suggest(typed) } : {}) });
        }}
      />
      <TextInput
        label={t('form.name')}
        description={t(isNew ? 'form.nameHelp' : 'form.nameStays')}
        readOnly={!isNew}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        {...name}
        onChange={(event) => {
          setNamed(event.currentTarget.value !== '');
          name.onChange(event);
        }}
      />
      <NativeSelect
        label={t('column.type')}
        description={holders > 0 ? t('form.typeStays', { count: holders, number: formatNumber(holders) }) : undefined}
        disabled={holders > 0}
        data={types}
        {...form.field('type')}
      />
      {form.values.type === 'select' && (
        <Textarea
          label={t('form.options')}
          description={t(isNew ? 'form.optionsHelp' : 'form.optionsHelpOfOld')}
          rows={6}
          {...form.field('options')}
        />
      )}
      <Checkbox label={t('required')} description={t('form.requiredHelp')} {...form.box('required')} />
      <Checkbox
        label={t('sensitive')}
        description={[t('form.sensitiveHelp'), naming.sentence].filter(Boolean).join(' ')}
        {...form.box('sensitive')}
      />
      <RetryNaming retry={naming.retry} />
      <SearchableBox form={form} />
    </>
  );
}

/** Whether the search finds the field, or why it cannot. */
function SearchableBox({ form }: Pick<CustomFieldInputsProps, 'form'>) {
  const { t } = useTranslation('custom-fields');
  const box = form.box('searchable');
  const can = canBeSearched(form.values);
  const why = t(form.values.sensitive ? 'form.searchableNotSensitive' : 'form.searchableNotDate');
  return (
    <Checkbox
      label={t('form.searchable')}
      {...box}
      description={can ? t('form.searchableHelp') : why}
      checked={can && box.checked}
      disabled={!can}
    />
  );
}
