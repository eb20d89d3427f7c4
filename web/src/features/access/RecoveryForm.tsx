import { requestRecovery } from '@escuta/contract/recovery';
import { Alert, Button, Stack, Text, TextInput, Title } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, CallError } from '#web/lib/call.ts';
import { useErrorText } from '#web/ui/error-text.ts';
import { RouteForm } from '#web/ui/form/RouteForm.tsx';
import { useRouteForm } from '#web/ui/form/use-route-form.ts';
import classes from './RecoveryForm.module.css';

interface RecoveryFormProps {
  /** What was typed in the step before. */
  readonly initialEmail: string;
  readonly onBack: () => void;
}

/** Asks for the link to a new password. Says the same whether the e-mail has an account or not. */
export function RecoveryForm({ initialEmail, onBack }: RecoveryFormProps) {
  const { t } = useTranslation(['access', 'notify']);
  const errorText = useErrorText();
  const [isSent, setSent] = useState(false);
  const [failures, setFailures] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const form = useRouteForm(requestRecovery, {
    initialValues: { email: initialEmail },
    toBody: (values) => values,
    sentences: {
      email: (typed) => t(typed.trim() === '' ? 'login.emailRequired' : 'login.emailInvalid'),
    },
    failureText: (error) => {
      setFailures((before) => before + 1);
      return error instanceof CallError && error.status !== 500 ? errorText(error) : t('recovery.failed');
    },
    focusAfterFailure: 'email',
    submit: async (body) => {
      await call(requestRecovery, { body });
      setSent(true);
    },
  });
  const back = (
    <Button variant="subtle" fullWidth onClick={onBack}>
      {t('recovery.back')}
    </Button>
  );
  if (isSent)
    return (
      <Stack gap="md">
        <output>
          <Alert color="teal" variant="light" role="none">
            {t('notify:forgot-password.success')}
          </Alert>
        </output>
        {back}
      </Stack>
    );
  return (
    <Stack gap="md">
      <div>
        <Title order={2} size="h3">
          {t('recovery.title')}
        </Title>
        <Text c="dimmed" size="sm">
          {t('recovery.text')}
        </Text>
      </div>
      {/* Each failure shakes it anew. */}
      <div className={failures > 0 ? classes['shaken'] : undefined} data-shaken={failures} key={failures % 2}>
        <RouteForm
          form={form}
          label={t('recovery.title')}
          submitLabel={t('recovery.send')}
          isDisabled={!form.isComplete}
        >
          <TextInput
            label={t('login.email')}
            type="email"
            autoComplete="username"
            ref={field}
            data-autofocus
            {...form.field('email', (typed) => typed.toLowerCase())}
          />
        </RouteForm>
      </div>
      {back}
    </Stack>
  );
}
