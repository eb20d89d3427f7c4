import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';

/** Where answers of another tool are imported: no file of them is read today, and the page says which one is. */
export function ImportAnswersPage() {
  const { t } = useTranslation('imports');
  return (
    <>
      <PageHeader title={t('answers.title')} text={t('answers.text')} />
      <EmptyState
        drawing="table"
        title={t('answers.empty.title')}
        text={t('answers.empty.text')}
        action={
          <Button variant="default" renderRoot={(props) => <Link to="/importer/contacts" {...props} />}>
            {t('importContacts')}
          </Button>
        }
      />
    </>
  );
}
