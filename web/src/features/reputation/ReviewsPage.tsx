import { useTranslation } from 'react-i18next';
import { useMe } from '#web/lib/me.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';

/** The reviews of the unit; says so where they are switched off. */
export function ReviewsPage() {
  const { t } = useTranslation('reputation');
  const { business, switches } = useMe();
  const isOn = switches.reviews_enabled;
  return (
    <>
      <PageHeader title={t('reviews.title')} text={t('reviews.text')} />
      <EmptyState
        title={t(isOn ? 'empty.title' : 'off.title')}
        text={t(isOn ? 'empty.text' : 'off.text', { unit: business.nome })}
      />
    </>
  );
}
