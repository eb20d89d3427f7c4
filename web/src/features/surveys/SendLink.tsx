import type { Survey } from '@escuta/contract/surveys';
import { Button } from '@mantine/core';
import type { ButtonProps } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMe } from '#web/lib/me.ts';

type SendLinkProps = ButtonProps & { readonly survey: Survey; readonly label?: string };

/** The way to send a survey, for whoever may; nothing while the survey cannot be sent. */
export function SendLink({ survey, label, ...button }: SendLinkProps) {
  const { t } = useTranslation('surveys');
  const { can } = useMe();
  if (survey.status !== 'active' || !can('sends.create')) return null;
  return (
    <Button
      {...button}
      leftSection={<IconSend size={16} stroke={1.5} aria-hidden />}
      renderRoot={(props) => <Link to="/sends/new" search={{ surveyId: survey._id }} {...props} />}
    >
      {label ?? t('send')}
    </Button>
  );
}
