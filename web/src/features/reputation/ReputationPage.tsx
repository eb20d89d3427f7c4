import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMe } from '#web/lib/me.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';

/** The unit's reputation on review sites; it opens where reviews are switched on. */
export function ReputationPage() {
  const { t } = useTranslation('reputation');
  const { business, opens } = useMe();
  return (
    <>
      <PageHeader title={t('title')} text={t('text')} />
      <EmptyState
        title={t('empty.title')}
        text={t('empty.text', { unit: business.nome })}
        action={
          opens('reviews') && (
            <Button variant="default" renderRoot={(props) => <Link to="/reviews" {...props} />}>
              {t('reviews.title')}
            </Button>
          )
        }
      />
    </>
  );
}
