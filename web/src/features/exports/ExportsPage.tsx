import { Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMe } from '#web/lib/me.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { useMayReadResponses } from '#web/ui/ResponsesLink.tsx';

/** What was exported to be fetched later: nothing, since every list saves its file at once. */
export function ExportsPage() {
  const { t } = useTranslation('exports');
  const { can } = useMe();
  const mayExportResponses = useMayReadResponses() && can('responses.export');
  return (
    <>
      <PageHeader title={t('title')} text={t('text')} />
      <EmptyState
        drawing="table"
        title={t('empty.title')}
        text={t('empty.text')}
        action={
          <Group gap="sm" justify="center">
            {can('contacts.export') && (
              <Button variant="default" renderRoot={(props) => <Link to="/contatos" {...props} />}>
                {t('contacts')}
              </Button>
            )}
            {mayExportResponses && (
              <Button variant="default" renderRoot={(props) => <Link to="/customer-feedback/responses" {...props} />}>
                {t('responses')}
              </Button>
            )}
          </Group>
        }
      />
    </>
  );
}
