import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

/** Names the tab of the browser after the page that the address names, in the language that is spoken. */
export function useTabTitle(): void {
  const { t } = useTranslation('shell');
  const titleKey = useRouterState({
    select: ({ matches }) => matches.findLast((match) => match.staticData.titleKey)?.staticData.titleKey,
  });
  useEffect(() => {
    document.title = titleKey ? `${t(titleKey as 'menu.dashboard')} · Escuta` : 'Escuta';
  }, [titleKey, t]);
}
