import { Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';

/** What the company is connected to. */
export function PartnersPage() {
  const { t } = useTranslation(['integrations', 'shell']);
  return (
    <>
      <PageHeader title={t('title')} text={t('text')} />
      <EmptyState
        title={t('empty.title')}
        text={t('empty.text')}
        action={
          <Group gap="sm" justify="center">
            <Button variant="default" renderRoot={(props) => <Link to="/partners/api" {...props} />}>
              {t('shell:menu.apiTokens')}
            </Button>
            <Button variant="default" renderRoot={(props) => <Link to="/partners/webhook" {...props} />}>
              {t('shell:menu.webhook')}
            </Button>
          </Group>
        }
      />
    </>
  );
}
