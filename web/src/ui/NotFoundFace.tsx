import { Anchor, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** Nothing is here, or nothing that this user may see. */
export function NotFoundFace() {
  const { t } = useTranslation('ui');
  return (
    <Stack align="center" gap="sm" py={80} px="md">
      <Title order={1}>{t('notFound.title')}</Title>
      <Text c="dimmed" ta="center">
        {t('notFound.text')}
      </Text>
      <Anchor href="/cf-dashboard">{t('notFound.home')}</Anchor>
    </Stack>
  );
}
