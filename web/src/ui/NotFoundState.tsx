import { Anchor, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useAwaitedTitle } from '#web/ui/focus-page-title.ts';

/** Nothing is here, or nothing that this user may see. */
export function NotFoundState() {
  const { t } = useTranslation('ui');
  const heading = useAwaitedTitle();
  return (
    <Stack align="center" gap="sm" py={80} px="md">
      <Title ref={heading} order={1} tabIndex={-1} data-page-title>
        {t('notFound.title')}
      </Title>
      <Text c="dimmed" ta="center">
        {t('notFound.text')}
      </Text>
      <Anchor href="/cf-dashboard" data-alone>
        {t('notFound.home')}
      </Anchor>
    </Stack>
  );
}
