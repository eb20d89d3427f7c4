import { findContactCompanies, getContactCompany } from '@escuta/contract/contact-companies';
import { ContactCompanyId } from '@escuta/contract/ids';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConditionEntry } from '#web/features/contacts/segments/conditions/condition-entry.ts';
import { Choice } from '#web/features/contacts/segments/conditions/inputs.tsx';
import { routeQuery } from '#web/lib/route-query.ts';
import { Select } from '#web/ui/Select.tsx';
import classes from './inputs.module.css';

const ops = ['is', 'isNot', 'known', 'unknown'] as const;
const searchDelayMs = 300;

/** Where the contact works. */
export const company: ConditionEntry<'company'> = {
  subjects: (t) => [
    {
      key: 'company',
      label: t('field.company'),
      group: 'contact',
      start: { kind: 'company', test: { op: 'is', value: null } },
    },
  ],
  subjectOf: () => 'company',
  Fields({ condition: { test }, onChange }) {
    const { t } = useTranslation('segments');
    const value = 'value' in test ? test.value : null;
    const take = (op: (typeof ops)[number]) =>
      onChange({ kind: 'company', test: op === 'known' || op === 'unknown' ? { op } : { op, value } });
    return (
      <>
        <Choice
          label={t('test')}
          value={test.op}
          options={ops.map((op) => ({ value: op, label: t(`company.op.${op}`) }))}
          onChange={take}
        />
        {'value' in test && (
          <CompanyChoice
            value={value}
            onChoose={(chosen) => onChange({ kind: 'company', test: { op: test.op, value: chosen } })}
          />
        )}
      </>
    );
  },
  Sentence({ condition: { test } }) {
    const { t } = useTranslation('segments');
    const name = useCompanyName('value' in test ? test.value : null);
    return t(`sentence.company.${test.op}`, { value: name ?? '…' });
  },
};

function useCompanyName(id: ContactCompanyId | null): string | undefined {
  return useQuery(routeQuery(getContactCompany, id === null ? undefined : { params: { id } })).data?.nome;
}

interface CompanyChoiceProps {
  readonly value: ContactCompanyId | null;
  readonly onChoose: (value: ContactCompanyId | null) => void;
}

/** A company of the unit, found by its name. */
function CompanyChoice({ value, onChoose }: CompanyChoiceProps) {
  const { t } = useTranslation('segments');
  const chosenName = useCompanyName(value);
  const [typed, setTyped] = useState('');
  const [words] = useDebouncedValue(typed.trim(), searchDelayMs);
  // What the field shows of the chosen one is no search.
  const search = words === chosenName ? '' : words;
  const { data } = useQuery(
    routeQuery(findContactCompanies, { query: search ? { search } : {} }, { placeholderData: keepPreviousData }),
  );
  const found = (data?.data ?? []).map(({ _id, name }) => ({ value: _id as string, label: name }));
  const isListed = value === null || found.some((option) => option.value === value);
  return (
    <Select
      aria-label={t('company.label')}
      className={classes['words'] ?? ''}
      placeholder={t('company.placeholder')}
      searchable
      openOnFocus={false}
      allowDeselect={false}
      filter={({ options }) => options}
      nothingFoundMessage={t('company.nothing')}
      data={isListed ? found : [{ value, label: chosenName ?? '…' }, ...found]}
      value={value}
      onSearchChange={setTyped}
      onChange={(chosen) => onChoose(ContactCompanyId.nullable().parse(chosen))}
    />
  );
}
