import { Button, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PublicPage } from '#web/ui/PublicPage.tsx';

/** Where a link of a public dashboard leads. Without one there is nothing to show, and the page says what is needed. */
export function PublicDashboardPage() {
  const { t } = useTranslation('dashboard');
  return (
    <PublicPage>
      <Title order={1} mb={4}>
        {t('public.title')}
      </Title>
      <Text c="dimmed" mb="lg">
        {t('public.text')}
      </Text>
      <Button variant="default" fullWidth renderRoot={(props) => <Link to="/cf-dashboard" {...props} />}>
        {t('public.enter')}
      </Button>
    </PublicPage>
  );
}
