import { useTranslation } from 'react-i18next';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';

/** The company's webhooks. */
export function WebhooksPage() {
  const { t } = useTranslation('integrations');
  return (
    <>
      <PageHeader title={t('webhooks.title')} text={t('webhooks.text')} />
      <EmptyState drawing="table" title={t('webhooks.empty.title')} text={t('webhooks.empty.text')} />
    </>
  );
}
