import { Button } from '@mantine/core';
import { IconHeadset } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { environmentQuery } from '#web/lib/environment.ts';

/** Opens the chat of the support, or a message to it where the installation has no chat. */
export function SupportButton() {
  const { t } = useTranslation('installation');
  const { data } = useQuery(environmentQuery);
  if (!data) return null;
  const chat = data.support_chat_url;
  return (
    <Button
      component="a"
      href={chat ?? `mailto:${data.support_email}`}
      {...(chat ? { target: '_blank', rel: 'noreferrer' } : {})}
      leftSection={<IconHeadset size={16} stroke={1.5} aria-hidden />}
    >
      {t('support.write')}
    </Button>
  );
}
