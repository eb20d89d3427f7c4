import { listCustomFields } from '@escuta/contract/custom-fields';
import { narrowingTypes } from '@escuta/contract/team';
import type { MemberNarrowing } from '@escuta/contract/team';
import { Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { TypedStanding } from '#web/features/team/standing-form.ts';
import { routeQuery } from '#web/lib/route-query.ts';
import { Select } from '#web/ui/Select.tsx';

interface NarrowingFieldsProps {
  readonly values: TypedStanding;
  /** What is wrong with the value. */
  readonly error: ReactNode;
  readonly onChange: (part: Partial<TypedStanding>) => void;
}

/** The custom field and its one value whose contacts somebody sees. */
export function NarrowingFields({ values, error, onChange }: NarrowingFieldsProps) {
  const { t } = useTranslation('team');
  const { data } = useQuery(routeQuery(listCustomFields, {}));
  const fields = (data?.data ?? []).filter(({ type }) => narrowingTypes.includes(type));
  const field = fields.find(({ _id }) => _id === values.narrowing_field);
  const label = t('narrowing.value', { field: field?.label ?? '' });
  const required = { label, error, name: 'narrowing', withAsterisk: true };
  // An option that was taken away since stays with whom it was given.
  const options =
    field?.options.includes(values.narrowing) === false && values.narrowing !== '' ? [values.narrowing] : [];
  return (
    <>
      <Select
        label={t('narrowing.field')}
        description={t(data && fields.length === 0 ? 'narrowing.noFields' : 'narrowing.text')}
        placeholder={t('narrowing.none')}
        clearable
        disabled={fields.length === 0}
        data={fields.map(({ _id, label: name }) => ({ value: _id as string, label: name }))}
        value={values.narrowing_field || null}
        onChange={(id) => onChange({ narrowing_field: id ?? '', narrowing: '' })}
      />
      {field?.type === 'select' && (
        <Select
          {...required}
          allowDeselect={false}
          data={[...field.options, ...options]}
          value={values.narrowing || null}
          onChange={(value) => onChange({ narrowing: value ?? '' })}
        />
      )}
      {field?.type === 'text' && (
        <TextInput
          {...required}
          value={values.narrowing}
          onChange={(event) => onChange({ narrowing: event.currentTarget.value })}
        />
      )}
    </>
  );
}

/** What somebody is narrowed to, in the list. */
export function NarrowingText({ narrowing: { field, value } }: { readonly narrowing: MemberNarrowing }) {
  const { data } = useQuery(routeQuery(listCustomFields, {}));
  const label = data?.data.find(({ _id }) => _id === field)?.label;
  const text = label ? `${label}: ${value}` : value;
  return (
    <Text size="xs" c="dimmed" lineClamp={1} title={text}>
      {text}
    </Text>
  );
}
