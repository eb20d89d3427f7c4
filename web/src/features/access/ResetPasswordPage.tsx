import { passwordLengthMin, passwordProblems } from '@escuta/contract/password';
import { getRecovery, resetPassword, visitRecovery } from '@escuta/contract/recovery';
import type { ForgotPasswordRequest } from '@escuta/contract/recovery';
import { Button, Center, Loader, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { call, isMissing, isRefusal } from '#web/lib/call.ts';
import { flash } from '#web/lib/flash.ts';
import { routeQuery } from '#web/lib/route-query.ts';
import { forgetSession } from '#web/lib/session.ts';
import { useErrorText } from '#web/ui/error-text.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { PasswordField } from '#web/ui/form/PasswordField.tsx';
import { RouteForm } from '#web/ui/form/RouteForm.tsx';
import { useRouteForm } from '#web/ui/form/use-route-form.ts';
import { PublicPage } from '#web/ui/PublicPage.tsx';

const route = getRouteApi('/forgotPassword/$id');

/** Where the link of a recovery mail leads: to a new password, chosen twice. */
export function ResetPasswordPage() {
  const { t } = useTranslation('recovery');
  const { id } = route.useParams();
  const request = useQuery(routeQuery(getRecovery, { params: { id } }, { staleTime: Infinity, retry: false }));
  const isFound = request.data !== undefined;
  useEffect(() => {
    // Opening the link uses nothing up, and nobody waits for this note of it.
    if (isFound) call(visitRecovery, { params: { id }, body: { visited: true } }).catch(() => undefined);
  }, [id, isFound]);
  return (
    <PublicPage>
      <Title order={1} mb="sm">
        {t('title')}
      </Title>
      {request.isPending && (
        <Center p="xl">
          <Loader aria-label={t('loading')} />
        </Center>
      )}
      {request.isError &&
        (isOver(request.error) ? (
          <LinkIsOver />
        ) : (
          <ErrorState error={request.error} onRetry={() => void request.refetch()} />
        ))}
      {request.data && <NewPasswordForm id={id} request={request.data} />}
    </PublicPage>
  );
}

/** A link that is none, that was used, or whose time is up: who holds it needs another one in any case. */
function isOver(error: unknown): boolean {
  return isMissing(error) || isRefusal(getRecovery, error, 'LINK_EXPIRED');
}

function LinkIsOver() {
  const { t } = useTranslation('recovery');
  const navigate = useNavigate();
  return (
    <Stack role="alert">
      <Text fw={600}>{t('goneTitle')}</Text>
      <Text c="dimmed">{t('gone')}</Text>
      <Button onClick={() => void navigate({ to: '/login', search: { recover: true } })}>{t('again')}</Button>
    </Stack>
  );
}

function NewPasswordForm({ id, request }: { id: string; request: ForgotPasswordRequest }) {
  const { t } = useTranslation(['recovery', 'notify']);
  const errorText = useErrorText();
  const navigate = useNavigate();
  const form = useRouteForm(resetPassword, {
    initialValues: { senha: '', senha2: '' },
    toBody: (values) => ({ ...values, _user: request._user }),
    sentences: { senha: () => t('required'), senha2: () => t('required') },
    check: ({ senha, senha2 }) => ({
      ...(senha !== '' && passwordProblems(senha, { lengthMin: passwordLengthMin }).length > 0
        ? { senha: t('weak') }
        : {}),
      ...(senha2 !== '' && senha !== senha2 ? { senha2: t('different') } : {}),
    }),
    refusals: { PASSWORD_WEAK: () => ({ senha: t('common') }), PASSWORDS_DIFFER: () => ({ senha2: t('different') }) },
    failureText: (error) =>
      isRefusal(resetPassword, error, 'LINK_EXPIRED') ? errorText(error) : t('notify:general_error'),
    submit: async (body) => {
      await call(resetPassword, { params: { id }, body });
      // Every session of the user has ended, also one of this browser.
      forgetSession();
      flash('forgot-password.request_success');
      await navigate({ to: '/' });
    },
  });
  return (
    <>
      <Text c="dimmed" mb="lg">
        {t('text', { email: request.email })}
      </Text>
      <RouteForm form={form} label={t('title')} submitLabel={t('save')}>
        <PasswordField label={t('password')} lengthMin={passwordLengthMin} data-autofocus {...form.field('senha')} />
        <PasswordInput
          label={t('confirm')}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': t('show') }}
          {...form.field('senha2')}
        />
      </RouteForm>
    </>
  );
}
