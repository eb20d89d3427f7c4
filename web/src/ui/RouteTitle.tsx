import { Title } from '@mantine/core';
import { useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { usePassingTitle } from '#web/ui/focus-page-title.ts';

/** The title of the page that the address names, for as long as the page itself cannot say one. */
export function RouteTitle() {
  const titleKey = useRouterState({
    select: ({ matches }) => matches.findLast((match) => match.staticData.titleKey)?.staticData.titleKey,
  });
  // A title takes the focus when it comes: the one of the next page, which may load as well, comes anew.
  return titleKey && <PassingTitle key={titleKey} titleKey={titleKey} />;
}

function PassingTitle({ titleKey }: { titleKey: string }) {
  const { t } = useTranslation('shell');
  return (
    <Title ref={usePassingTitle()} order={1} tabIndex={-1} data-page-title>
      {t(titleKey as 'menu.dashboard')}
    </Title>
  );
}
