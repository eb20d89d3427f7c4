import { Box, Button, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Mark } from '#web/ui/Mark.tsx';
import { useTabTitle } from '#web/ui/use-tab-title.ts';

/** Where a link of a public dashboard leads. Without one there is nothing to show, and the page says what is needed. */
export function PublicDashboardPage() {
  const { t } = useTranslation('dashboard');
  useTabTitle();
  return (
    <Box component="main" p="xl" maw={560} mx="auto" mt={{ base: 0, sm: 64 }}>
      <Stack gap="lg" align="flex-start">
        <Group gap="sm">
          <Mark size={36} />
          <Text fw={700} fz={22}>
            Escuta
          </Text>
        </Group>
        <Title order={1}>{t('public.title')}</Title>
        <Text c="dimmed">{t('public.text')}</Text>
        <Button variant="default" renderRoot={(props) => <Link to="/cf-dashboard" {...props} />}>
          {t('public.enter')}
        </Button>
      </Stack>
    </Box>
  );
}
