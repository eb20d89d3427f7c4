import { signIn, SignInForm } from '@escuta/contract/access';
import type { User } from '@escuta/contract/access';
import { Alert, Button, Checkbox, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSignIn } from '#web/features/access/api.ts';
import { isRefusal } from '#web/lib/call.ts';
import { focusFirstInvalid } from '#web/ui/focus-first-invalid.ts';
import { useErrorText } from '#web/ui/error-text.ts';

const minuteSeconds = 60;
const hourMinutes = 60;

interface LoginFormProps {
  readonly initialEmail: string;
  /** Somebody is about to sign in. */
  readonly onBegin?: () => void;
  /** Signing in is at work until this is done, and has failed if it fails. */
  readonly onSignedIn: (user: User) => Promise<void>;
}

/** E-mail and password. The button waits until both can be right (LOGIN-11); a refusal is said above it. */
export function LoginForm({ initialEmail, onBegin, onSignedIn }: LoginFormProps) {
  const { t } = useTranslation('access');
  const form = useForm({
    initialValues: { email: initialEmail.toLowerCase(), senha: '', keepMeLoggedIn: false },
    validateInputOnBlur: true,
    validate: {
      email: (typed) => {
        if (typed.trim() === '') return t('login.emailRequired');
        return SignInForm.shape.email.safeParse(typed).success ? null : t('login.emailInvalid');
      },
      senha: (typed) => (typed === '' ? t('login.passwordRequired') : null),
    },
  });
  const [refusal, setRefusal] = useState<string>();
  const signingIn = useSignIn(onSignedIn);
  const textOf = useRefusalText();
  const isComplete = SignInForm.safeParse(form.values).success;

  const submit = form.onSubmit(
    async (values) => {
      setRefusal(undefined);
      try {
        if (await signingIn.mutateAsync(values)) return;
        setRefusal(t('login.wrong'));
      } catch (error) {
        setRefusal(textOf(error));
      }
      // The button that was pressed cannot take the focus while it works, and loses it.
      form.getInputNode('senha')?.focus();
    },
    (errors) => focusFirstInvalid(errors, (path) => form.getInputNode(path)),
  );

  return (
    // The focus comes to a field inside; the form itself takes none.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form onSubmit={submit} onFocus={onBegin} noValidate aria-label={t('login.title')}>
      <Stack gap="md">
        <TextInput
          label={t('login.email')}
          type="email"
          autoComplete="username"
          key={form.key('email')}
          {...form.getInputProps('email')}
          onChange={(event) => form.setFieldValue('email', event.currentTarget.value.toLowerCase())}
        />
        <PasswordInput
          label={t('login.password')}
          autoComplete="current-password"
          // In a dialog, which knows the e-mail, the password is where one begins.
          data-autofocus={initialEmail === '' ? undefined : true}
          visibilityToggleButtonProps={{ 'aria-label': t('login.showPassword') }}
          key={form.key('senha')}
          {...form.getInputProps('senha')}
        />
        <Checkbox label={t('login.keep')} {...form.getInputProps('keepMeLoggedIn', { type: 'checkbox' })} />
        {refusal && (
          <Alert color="red" variant="light" role="alert">
            {refusal}
          </Alert>
        )}
        <Button type="submit" disabled={!isComplete} loading={signingIn.isPending} fullWidth>
          {t('login.enter')}
        </Button>
      </Stack>
    </form>
  );
}

/** The sentences of the error catalogue (1§8) for a sign-in that failed. */
function useRefusalText(): (error: unknown) => string {
  const { t } = useTranslation('access');
  const errorText = useErrorText();
  return (error) => {
    if (isRefusal(signIn, error, 'TOO_MANY_REQUESTS')) {
      // Rounded up: who comes back when the sentence says so is not turned away again.
      const left = Math.max(1, Math.ceil(Number(error.params['retryAfter'] ?? 0) / minuteSeconds));
      const hours = Math.floor(left / hourMinutes);
      const minutes = t('login.minutes', { count: left % hourMinutes });
      if (hours === 0) return t('login.blockedMinutes', { minutes });
      return t('login.blocked', { hours: t('login.hours', { count: hours }), minutes });
    }
    if (isRefusal(signIn, error, 'USER_DEACTIVATED') || isRefusal(signIn, error, 'COMPANY_NOT_ACTIVE'))
      return errorText(error);
    return t('login.failed');
  };
}
