import { useTranslation } from 'react-i18next';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';

/** The company's tokens. */
export function TokensPage() {
  const { t } = useTranslation('integrations');
  return (
    <>
      <PageHeader title={t('tokens.title')} text={t('tokens.text')} />
      <EmptyState drawing="table" title={t('tokens.empty.title')} text={t('tokens.empty.text')} />
    </>
  );
}
