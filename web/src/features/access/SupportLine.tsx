import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { environmentQuery } from '#web/lib/environment.ts';

const copiedMs = 3_000;

/** Where help is found by whoever cannot come in: a press copies the address. */
export function SupportLine() {
  const { t } = useTranslation('access');
  const [isCopied, setCopied] = useState(false);
  const { data: environment } = useQuery(environmentQuery);
  const email = environment?.support_email;
  if (email === undefined) return null;
  const copy = async () => {
    await navigator.clipboard.writeText(email);
    setCopied(true);
    setTimeout(() => setCopied(false), copiedMs);
  };
  return (
    <Text size="sm" c="dimmed" ta="center">
      {t('login.needHelp')}{' '}
      <Anchor
        component="button"
        type="button"
        size="sm"
        aria-label={t('login.copyEmail', { email })}
        onClick={() => void copy().catch(() => undefined)}
        data-alone
      >
        {email}
      </Anchor>
      <Text component="output" display="block" size="sm" mih={20}>
        {isCopied ? t('login.emailCopied') : ''}
      </Text>
    </Text>
  );
}
