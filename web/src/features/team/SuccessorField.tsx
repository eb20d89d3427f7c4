import type { Member } from '@escuta/contract/team';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { activeQuery } from '#web/features/team/api.ts';
import { Select } from '#web/ui/Select.tsx';

interface SuccessorFieldProps {
  readonly label: string;
  /** Who is no choice. */
  readonly except: (member: Pick<Member, '_id' | 'role'>) => boolean;
  readonly value: string | null;
  readonly onChange: (id: string | null) => void;
}

/** A choice among those who may sign in, found by name or e-mail. */
export function SuccessorField({ label, except, value, onChange }: SuccessorFieldProps) {
  const { t } = useTranslation('team');
  const [words, setWords] = useState('');
  // What is chosen stands in the field too; to look for it would find it alone.
  const { data, isPending } = useQuery(activeQuery(value === null ? words : ''));
  const choices = (data?.data ?? []).filter((member) => !except(member));
  return (
    <Select
      label={label}
      placeholder={t('successor')}
      searchable
      data-autofocus
      disabled={isPending && words === ''}
      nothingFoundMessage={t('nobody')}
      filter={({ options }) => options}
      data={choices.map(({ _id, nome, email }) => ({ value: _id as string, label: `${nome ?? ''} (${email})` }))}
      searchValue={words}
      onSearchChange={setWords}
      value={value}
      onChange={onChange}
    />
  );
}
