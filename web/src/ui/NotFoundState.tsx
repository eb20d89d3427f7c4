import { Button, Stack, Text, Title } from '@mantine/core';
import { useRouter, useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useAwaitedTitle } from '#web/ui/focus-page-title.ts';
import { StandaloneLink } from '#web/ui/StandaloneLink.tsx';

/**
 * Nothing is here, or nothing that this user may see: in the place of a page, with the way to the list of such things or to the
 * dashboard; in a part of one, with its own way back.
 */
export function NotFoundState({ onBack }: { onBack?: () => void }) {
  const { t } = useTranslation('ui');
  const heading = useAwaitedTitle();
  const { ofCompany } = useListPath();
  return (
    <Stack align="center" gap="sm" py={onBack ? 48 : 80} px="md">
      {onBack ? (
        <Text fw={600} ta="center">
          {t('notFound.title')}
        </Text>
      ) : (
        <Title ref={heading} order={1} ta="center" tabIndex={-1} data-page-title>
          {t('notFound.title')}
        </Title>
      )}
      <Text c="dimmed" ta="center">
        {ofCompany ? t('notFound.textOfCompany') : t('notFound.text')}
      </Text>
      {onBack ? (
        <Button variant="default" onClick={onBack}>
          {t('notFound.back')}
        </Button>
      ) : (
        <WayOn />
      )}
    </Stack>
  );
}

/** The list of such things as are not here, and whether they are of the company, not of a unit. */
function useListPath() {
  const lists = useRouterState({
    select: ({ matches }) =>
      matches.map(({ staticData }) => staticData).findLast((data) => data.listPath ?? data.companyListPath),
  });
  return { listPath: lists?.listPath ?? lists?.companyListPath, ofCompany: lists?.companyListPath !== undefined };
}

function WayOn() {
  const { t } = useTranslation(['ui', 'shell']);
  const { routesByPath } = useRouter();
  const { listPath } = useListPath();
  const listKey = listPath && routesByPath[listPath].options.staticData?.titleKey;
  return (
    <StandaloneLink to={listPath ?? '/cf-dashboard'} size="md">
      {listKey ? t('notFound.list', { list: t(`shell:${listKey}` as 'shell:menu.queues') }) : t('notFound.home')}
    </StandaloneLink>
  );
}
