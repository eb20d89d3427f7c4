import { Title } from '@mantine/core';
import { useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { usePassingTitle } from '#web/ui/focus-page-title.ts';

/** The title of the page that the address names, for as long as the page itself cannot say one. */
export function RouteTitle() {
  const { t } = useTranslation('shell');
  const heading = usePassingTitle();
  const titleKey = useRouterState({
    select: ({ matches }) => matches.findLast((match) => match.staticData.titleKey)?.staticData.titleKey,
  });
  if (!titleKey) return null;
  return (
    <Title ref={heading} order={1} tabIndex={-1} data-page-title>
      {t(titleKey as 'menu.dashboard')}
    </Title>
  );
}
