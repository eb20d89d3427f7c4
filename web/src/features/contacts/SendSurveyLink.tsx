import type { Contact } from '@escuta/contract/contacts';
import { Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMe } from '#web/lib/me.ts';

/** From the page of a contact to a survey that is sent to them alone. */
export function SendSurveyLink({ contact }: { contact: Contact }) {
  const { t } = useTranslation('contacts');
  const { can } = useMe();
  if (!can('sends.createIndividual') || contact.anonymized_at !== null) return null;
  return (
    <Button
      leftSection={<IconSend size={16} stroke={1.5} aria-hidden />}
      renderRoot={(props) => <Link to="/contatos/$id/envio" params={{ id: contact._id }} {...props} />}
    >
      {t('sendSurvey')}
    </Button>
  );
}
