import { listContacts } from '@escuta/contract/contacts';
import type { Contact } from '@escuta/contract/contacts';
import type { ContactId } from '@escuta/contract/ids';
import { searchLengthMax } from '@escuta/contract/primitives';
import { Stack, Text, TextInput, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ContactDetails } from '#web/features/contacts/merges/ContactDetails.tsx';
import { routeQuery } from '#web/lib/route-query.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { usePersonName } from '#web/ui/use-person-name.ts';
import { StandaloneLink } from '#web/ui/StandaloneLink.tsx';

const searchDelayMs = 300;
const offeredMax = 10;

/** Finds the contact that is to be merged into this one. */
export function ContactPicker({ except }: { except: ContactId }) {
  const { t } = useTranslation('merges');
  const [typed, setTyped] = useState('');
  const [words] = useDebouncedValue(typed.trim(), searchDelayMs);
  const query = { search: words, limit: offeredMax + 1 };
  const answer = useQuery(
    routeQuery(listContacts, words === '' ? undefined : { query }, { placeholderData: keepPreviousData }),
  );
  const found = (answer.data?.data ?? []).filter(({ _id, anonymized_at: gone }) => _id !== except && gone === null);
  return (
    <Stack gap="md" maw={560}>
      <Title order={2}>{t('merge.choose')}</Title>
      <TextInput
        label={t('merge.find')}
        placeholder={t('merge.placeholder')}
        autoComplete="off"
        maxLength={searchLengthMax}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      {answer.error && <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />}
      <div aria-live="polite">
        {words !== '' && answer.data && found.length === 0 && <Text c="dimmed">{t('merge.nothing')}</Text>}
        <Stack gap="sm">
          {words !== '' &&
            found.slice(0, offeredMax).map((contact) => <Offered key={contact._id} contact={contact} into={except} />)}
        </Stack>
      </div>
    </Stack>
  );
}

function Offered({ contact, into }: { contact: Contact; into: ContactId }) {
  const { t } = useTranslation('merges');
  const personName = usePersonName();
  return (
    <div>
      <StandaloneLink
        to="/contatos/$id/unir"
        params={{ id: into }}
        search={{ with: contact._id }}
        size="md"
        aria-label={t('merge.compareWith', { name: personName(contact) })}
      >
        {personName(contact)}
      </StandaloneLink>
      <ContactDetails contact={contact} />
    </div>
  );
}
