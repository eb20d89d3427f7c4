import { Anchor, Center, Stack, Text, Title } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Mark } from '#web/ui/Mark.tsx';

/** The end of a tab that a dialog opened to sign in: it goes, where the browser lets it, or says that it may. */
export function FederatedTabEnd() {
  const { t } = useTranslation('federated');
  useEffect(() => window.close(), []);
  return (
    <Center component="main" mih="100dvh" p="md">
      <Stack align="center" ta="center" gap="sm">
        <Mark size={36} />
        <Title order={1}>{t('tab.title')}</Title>
        <Text c="dimmed">{t('tab.text')}</Text>
        <Anchor href="/home">{t('tab.stay')}</Anchor>
      </Stack>
    </Center>
  );
}
