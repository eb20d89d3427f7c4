import { getContact, listContacts } from '@escuta/contract/contacts';
import type { Contact } from '@escuta/contract/contacts';
import { Alert, Button, Stack, Text, Title } from '@mantine/core';
import { IconUserOff } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErasureDialog } from '#web/features/contacts/ErasureDialog.tsx';
import type { ErasureAct } from '#web/features/contacts/ErasureDialog.tsx';
import { toldOfContact } from '#web/features/contacts/told-of-contact.ts';
import { formatInstant } from '#web/lib/format.ts';
import { useMe } from '#web/lib/me.ts';
import { useInvalidate } from '#web/lib/route-query.ts';
import classes from './PrivacySection.module.css';

/** Says of a contact of whom nothing is known any more since when that is so. */
export function AnonymizedNotice({ contact }: { contact: Contact }) {
  const { t } = useTranslation('erasures');
  const { timezone } = useMe().business;
  if (contact.anonymized_at === null) return null;
  return (
    <Alert
      role="note"
      color="gray"
      variant="light"
      mb="lg"
      icon={<IconUserOff size={20} stroke={1.5} aria-hidden />}
      title={t('anonymized.title')}
    >
      {t('anonymized.text', { when: formatInstant(contact.anonymized_at, timezone) })}
    </Alert>
  );
}

/** What may be done for the privacy of a contact (PEOPLE-07): to take them out of the product, for whoever may. */
export function PrivacySection({ contact }: { contact: Contact }) {
  const { t } = useTranslation('erasures');
  const { can } = useMe();
  const invalidate = useInvalidate();
  const navigate = useNavigate();
  const [act, setAct] = useState<ErasureAct>();
  if (!can('contacts.erase')) return null;
  const isAnonymized = contact.anonymized_at !== null;
  const acts: readonly ErasureAct[] = isAnonymized ? ['delete'] : ['anonymize', 'delete'];
  // The page shows what became of the contact once the report was read.
  const leave = async (done: ErasureAct) => {
    setAct(undefined);
    invalidate([listContacts]);
    if (done === 'delete') await navigate({ to: '/contatos' });
    else invalidate([getContact, ...toldOfContact]);
  };
  return (
    <section aria-labelledby="privacy" className={classes['section']}>
      <Title order={2} id="privacy">
        {t('title')}
      </Title>
      {acts.map((each) => (
        <Stack key={each} gap="sm" align="flex-start">
          <Text>{isAnonymized ? t('anonymized.deleteText') : t(`text.${each}`)}</Text>
          <Button variant="default" onClick={() => setAct(each)}>
            {t(`action.${each}`)}
          </Button>
        </Stack>
      ))}
      <ErasureDialog contact={contact} act={act} onBack={() => setAct(undefined)} onDone={(done) => void leave(done)} />
    </section>
  );
}
