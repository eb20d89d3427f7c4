import { getInvitation, updateInvitation } from '@escuta/contract/invitations';
import { Button, Center, Loader, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { AcceptForm } from '#web/features/invitations/AcceptForm.tsx';
import { call, isMissing, isRefusal } from '#web/lib/call.ts';
import { routeQuery } from '#web/lib/route-query.ts';
import { useErrorText } from '#web/ui/error-text.ts';
import { PublicPage } from '#web/ui/PublicPage.tsx';

const route = getRouteApi('/signup/$id');

/** Where the link of an invitation leads: a welcome, and what it takes to become a user of the company. */
export function InvitationPage() {
  const { t } = useTranslation('invitations');
  const { id } = route.useParams();
  const invitation = useQuery(routeQuery(getInvitation, { params: { id } }, { staleTime: Infinity, retry: false }));
  const isFound = invitation.data !== undefined;
  useEffect(() => {
    // Opening the link uses nothing up, and nobody waits for this note of it.
    if (isFound) call(updateInvitation, { params: { id }, body: { visited: true } }).catch(() => undefined);
  }, [id, isFound]);
  return (
    <PublicPage>
      {invitation.isPending && (
        <Center p="xl">
          <Loader aria-label={t('loading')} />
        </Center>
      )}
      {invitation.isError && (
        <NotLoaded
          error={invitation.error}
          onRetry={() => void invitation.refetch()}
          isRetrying={invitation.isFetching}
        />
      )}
      {invitation.data && (
        <Stack gap="md">
          <div>
            <Title order={1} mb={4}>
              {t('welcome', { company: invitation.data._empresa.nome })}
            </Title>
            <Text c="dimmed">
              {t('text', { inviter: invitation.data._usuario.nome, company: invitation.data._empresa.nome })}
            </Text>
          </div>
          <AcceptForm id={id} invitation={invitation.data} />
        </Stack>
      )}
    </PublicPage>
  );
}

interface NotLoadedProps {
  readonly error: unknown;
  readonly isRetrying: boolean;
  readonly onRetry: () => void;
}

/** Why there is no invitation to accept, and what to do: come in where one has an account already, or try again. */
function NotLoaded({ error, isRetrying, onRetry }: NotLoadedProps) {
  const { t } = useTranslation('invitations');
  const errorText = useErrorText();
  const navigate = useNavigate();
  const isOver =
    isMissing(error) ||
    isRefusal(getInvitation, error, 'INVITATION_ENDED') ||
    isRefusal(getInvitation, error, 'INVITATION_TRIAL_ENDED');
  const isUsed = isRefusal(getInvitation, error, 'INVITATION_USED');
  return (
    <Stack role="alert">
      <Title order={1} size="h3">
        {t('notLoaded')}
      </Title>
      <Text c="dimmed">{isMissing(error) ? t('unknown') : errorText(error)}</Text>
      {!isOver && !isUsed && (
        <Button onClick={onRetry} loading={isRetrying}>
          {t('again')}
        </Button>
      )}
      <Button variant={isUsed ? 'filled' : 'default'} onClick={() => void navigate({ to: '/login' })}>
        {t('login')}
      </Button>
    </Stack>
  );
}
