import { getContact, listContacts } from '@escuta/contract/contacts';
import type { CustomField } from '@escuta/contract/custom-fields';
import { listDuplicates, listMerges, mergeContacts, reversibleDays } from '@escuta/contract/merges';
import type { compareContacts, Side } from '@escuta/contract/merges';
import type { Output } from '@escuta/contract/route';
import { Alert, Button, Group, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ComparedFields } from '#web/features/contacts/merges/ComparedFields.tsx';
import { sideOf } from '#web/features/contacts/merges/merge-choices.ts';
import type { Choices } from '#web/features/contacts/merges/merge-choices.ts';
import { useComparedFields } from '#web/features/contacts/merges/use-compared-fields.ts';
import { toldOfContact } from '#web/features/contacts/told-of-contact.ts';
import { isRefusal } from '#web/lib/call.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useRouteMutation } from '#web/lib/route-query.ts';
import { useErrorText } from '#web/ui/error-text.ts';
import { noticeSuccess } from '#web/ui/notices.tsx';

interface MergeFormProps {
  readonly comparison: Output<(typeof compareContacts)['definition']['answer']>;
  /** All of the company: a difference that has no field here could not be chosen. */
  readonly customFields: readonly CustomField[];
  readonly onReload: () => void;
}

/** Asks of each field whose value stays, and merges the two. */
export function MergeForm({ comparison, customFields, onReload }: MergeFormProps) {
  const { t } = useTranslation('merges');
  const errorText = useErrorText(formatNumber);
  const navigate = useNavigate();
  const { kept, other, differing, stopped } = comparison;
  const fields = useComparedFields(kept.contact, other.contact, customFields);
  const [choices, setChoices] = useState<Choices>({});
  const id = kept.contact._id;
  const merge = useRouteMutation(mergeContacts, {
    invalidates: [listContacts, getContact, listDuplicates, listMerges, ...toldOfContact],
    onSuccess: async () => {
      noticeSuccess(t('merge.done', { days: reversibleDays }));
      await navigate({ to: '/contatos/$id', params: { id } });
    },
  });
  const hasChanged = isRefusal(mergeContacts, merge.error, 'CONTACT_CHANGED');

  function submit(event: FormEvent): void {
    event.preventDefault();
    const said = Object.fromEntries(fields.map((field) => [field.choice, sideOf(field, choices)]));
    const versions = { kept: kept.version, other: other.version };
    merge.mutate({ params: { id }, body: { other: other.contact._id, versions, choices: said } });
  }

  return (
    <form onSubmit={submit} noValidate>
      <ComparedFields
        people={{ kept: kept.contact, other: other.contact }}
        fields={fields}
        differing={differing}
        choices={choices}
        onChoose={(choice: string, side: Side) => setChoices({ ...choices, [choice]: side })}
      />
      <Text c="dimmed" mt="md">
        {t('merge.joined')}
      </Text>
      {stopped.length > 0 && (
        <Alert role="note" color="yellow" variant="light" mt="md">
          {t('merge.stopped', {
            channels: stopped.map((channel) => t(`merge.channel.${channel}`)).join(', '),
          })}
        </Alert>
      )}
      {merge.error && (
        <Alert role="alert" color="red" variant="light" mt="md">
          <Group gap="sm">
            <Text>{errorText(merge.error)}</Text>
            {hasChanged && (
              <Button
                variant="default"
                onClick={() => {
                  merge.reset();
                  onReload();
                }}
              >
                {t('merge.reload')}
              </Button>
            )}
          </Group>
        </Alert>
      )}
      <Group justify="flex-end" mt="xl">
        <Button type="submit" loading={merge.isPending}>
          {t('merge.submit')}
        </Button>
      </Group>
    </form>
  );
}
