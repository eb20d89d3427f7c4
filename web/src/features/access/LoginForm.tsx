import type { signIn, User } from '@escuta/contract/access';
import { Checkbox, PasswordInput, TextInput } from '@mantine/core';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { CodeStep } from '#web/features/access/code-step.ts';
import { useBlockedText } from '#web/features/access/use-blocked-text.ts';
import { useEarlyEnter } from '#web/features/access/use-early-enter.ts';
import { isRefusal } from '#web/lib/call.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { useLater } from '#web/lib/use-later.ts';
import { useErrorText } from '#web/ui/error-text.ts';
import { RouteForm } from '#web/ui/form/RouteForm.tsx';
import { useRouteForm } from '#web/ui/form/use-route-form.ts';

const FederatedSignIn = lazyPart(() => import('#web/features/access/FederatedSignIn.tsx'), 'FederatedSignIn');

interface LoginFormProps {
  readonly initialEmail: string;
  /** Somebody is about to sign in. */
  readonly onBegin?: (() => void) | undefined;
  /** The e-mail as far as it is typed: a step beside this one begins with it. */
  readonly onTyped?: (email: string) => void;
  /** Signing in is at work until this is done, and has failed if it fails. */
  readonly onSignedIn: (user: User) => Promise<void>;
  /** The password was right, and a code is asked for. */
  readonly onSecondStep: (step: CodeStep) => void;
}

/** E-mail and password. The button waits until both can be right (LOGIN-11); a refusal is said above it. */
export function LoginForm({ initialEmail, onBegin, onTyped, onSignedIn, onSecondStep }: LoginFormProps) {
  const { t } = useTranslation('access');
  const [code, loadCode] = useLater(() => import('#web/features/access/api.ts'));
  const early = useEarlyEnter(code !== undefined);
  const begin = () => {
    loadCode();
    onBegin?.();
  };
  const type = () => {
    begin();
    early.forget();
  };
  const form = useRouteForm(code?.signInRoute, {
    initialValues: { email: initialEmail.toLowerCase(), senha: '', keepMeLoggedIn: false },
    toBody: (values) => values,
    sentences: {
      email: (typed) => t(typed.trim() === '' ? 'login.emailRequired' : 'login.emailInvalid'),
      senha: () => t('login.passwordRequired'),
    },
    failureText: useRefusalText(code?.signInRoute),
    focusAfterFailure: 'senha',
    submit: async (body) => {
      const entered = await code?.enter(body);
      if (!entered) return t('login.wrong');
      if ('userId' in entered) return onSecondStep(entered);
      await onSignedIn(entered);
    },
  });
  return (
    // The focus comes to a field inside; a browser that fills the fields in sets no focus.
    <div role="presentation" onFocus={begin} onInput={type} onKeyDown={early.onKeyDown}>
      <RouteForm
        form={{ ...form, isBusy: form.isBusy || early.isWaiting }}
        label={t('login.title')}
        submitLabel={t('login.enter')}
        isDisabled={!form.isComplete}
      >
        <TextInput
          label={t('login.email')}
          type="email"
          autoComplete="username"
          {...form.field('email', (typed) => {
            const email = typed.toLowerCase();
            onTyped?.(email);
            return email;
          })}
        />
        <PasswordInput
          label={t('login.password')}
          autoComplete="current-password"
          // In a dialog, which knows the e-mail, the password is where one begins.
          data-autofocus={initialEmail === '' ? undefined : true}
          visibilityToggleButtonProps={{ 'aria-label': t('login.showPassword') }}
          {...form.field('senha')}
        />
        <Checkbox label={t('login.keep')} {...form.box('keepMeLoggedIn')} />
      </RouteForm>
      <Suspense fallback={null}>
        <FederatedSignIn email={form.values.email} keepMeLoggedIn={form.values.keepMeLoggedIn} />
      </Suspense>
    </div>
  );
}

const saidInFull = ['USER_DEACTIVATED', 'COMPANY_NOT_ACTIVE', 'ADDRESS_NOT_ALLOWED', 'MSAL_AUTH'] as const;

/** The sentences of the error catalogue (1§8) for a sign-in that failed. */
function useRefusalText(route: typeof signIn | undefined): (error: unknown) => string {
  const { t } = useTranslation('access');
  const errorText = useErrorText();
  const blockedText = useBlockedText();
  return (error) => {
    const blocked = blockedText(route, error);
    if (blocked) return blocked;
    if (saidInFull.some((code) => isRefusal(route, error, code))) return errorText(error);
    return t('login.failed');
  };
}
