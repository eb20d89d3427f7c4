import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { AudienceStep } from '#web/features/sends/AudienceStep.tsx';
import { SendPage } from '#web/features/sends/SendPage.tsx';
import { StandaloneLink } from '#web/ui/StandaloneLink.tsx';

const route = getRouteApi('/shell/sends/new');

/** A send to whomever one chooses. The address holds what is chosen. */
export function NewSendPage() {
  const { t } = useTranslation('sends');
  const search = route.useSearch();
  const changeSearch = route.useNavigate();
  const navigate = useNavigate();
  const change = (part: Partial<typeof search>) =>
    void changeSearch({ search: (before) => ({ ...before, ...part }), replace: true });
  return (
    <SendPage
      search={search}
      onChange={change}
      back={<StandaloneLink to="/queues">{t('queues.title')}</StandaloneLink>}
      title={t('new.title')}
      text={t('new.text')}
      audience={({ numbers, ...step }) => (
        <AudienceStep {...step} onChange={change}>
          {numbers}
        </AudienceStep>
      )}
      onSent={() => void navigate({ to: '/queues', search: { first: true } })}
    />
  );
}
