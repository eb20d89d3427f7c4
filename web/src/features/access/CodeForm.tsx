import type { User } from '@escuta/contract/access';
import { Alert, Button, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  enterCode,
  enterPasskey,
  isGivenUp,
  isRefusal,
  recoveryCodeOf,
  validateCode,
} from '#web/features/access/code-step.ts';
import type { CodeStep } from '#web/features/access/code-step.ts';
import { useBlockedText } from '#web/features/access/use-blocked-text.ts';
import { useOneAtATime } from '#web/lib/one-at-a-time.ts';
import { canUsePasskeys } from '#web/lib/passkeys.ts';
import { useErrorText } from '#web/ui/error-text.ts';

const digits = 6;

interface CodeFormProps {
  readonly step: CodeStep;
  readonly onSignedIn: (user: User) => Promise<void>;
  /** Back to e-mail and password, with what is to be said there. */
  readonly onBack: () => void;
}

/** The second step of signing in: six digits that send themselves (TOTP-01 to -03), a recovery code, or a passkey. */
export function CodeForm({ step, onSignedIn, onBack }: CodeFormProps) {
  const { t } = useTranslation('second-factor');
  const blockedText = useBlockedText();
  const errorText = useErrorText();
  const [typed, setTyped] = useState('');
  const [isRecovery, setRecovery] = useState(false);
  const [failure, setFailure] = useState<{ text: string; hint?: string }>();
  const [isBusy, setBusy] = useState(false);
  const [isOver, setOver] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), [isRecovery]);
  const code = isRecovery ? recoveryCodeOf(typed) : typed.length === digits ? typed : undefined;

  const fail = (error: unknown) => {
    if (isGivenUp(error)) return;
    setTyped('');
    field.current?.focus();
    if (isRefusal(validateCode, error, 'TOKEN_INVALID'))
      setFailure({ text: t('wrong'), ...(isRecovery ? {} : { hint: t('clock') }) });
    else if (isRefusal(validateCode, error, 'SIGN_IN_STEP_ENDED')) {
      setOver(true);
      setFailure({ text: t('over') });
    } else if (isRefusal(validateCode, error, 'ADDRESS_NOT_ALLOWED')) setFailure({ text: errorText(error) });
    else setFailure({ text: blockedText(validateCode, error) ?? t('failed') });
  };
  const send = useOneAtATime(async (enter: () => Promise<User>) => {
    setBusy(true);
    setFailure(undefined);
    try {
      await onSignedIn(await enter());
    } catch (error) {
      fail(error);
    }
    setBusy(false);
  });
  const type = (text: string) => {
    setFailure(undefined);
    if (isRecovery) return setTyped(text);
    const kept = text.replace(/\D/g, '').slice(0, digits);
    setTyped(kept);
    if (kept.length === digits && kept !== typed) void send(() => enterCode(step, kept));
  };

  return (
    <form
      aria-label={t('title')}
      onSubmit={(event) => {
        event.preventDefault();
        if (code) void send(() => enterCode(step, code));
      }}
    >
      <Stack gap="md">
        <div>
          <Title order={2} size="h3">
            {t('title')}
          </Title>
          <Text c="dimmed" size="sm">
            {t(isRecovery ? 'textRecovery' : 'text')}
          </Text>
        </div>
        {!isOver && (
          <TextInput
            ref={field}
            data-autofocus
            label={t(isRecovery ? 'recoveryCode' : 'code')}
            value={typed}
            readOnly={isBusy}
            autoComplete="one-time-code"
            {...(isRecovery ? {} : { inputMode: 'numeric', pattern: '[0-9]*' })}
            onChange={(event) => type(event.currentTarget.value)}
          />
        )}
        {failure && (
          <Alert color="red" variant="light" role="alert">
            <Text size="sm">{failure.text}</Text>
            {failure.hint && <Text size="sm">{failure.hint}</Text>}
          </Alert>
        )}
        {!isOver && (
          <Button type="submit" disabled={!code} loading={isBusy} fullWidth>
            {t('enter')}
          </Button>
        )}
        {!isOver && step.hasPasskey && canUsePasskeys() && (
          <Button
            variant="default"
            fullWidth
            leftSection={<IconKey size={16} stroke={1.5} aria-hidden />}
            onClick={() => void send(() => enterPasskey(step))}
          >
            {t('usePasskey')}
          </Button>
        )}
        {!isOver && (
          <Button
            variant="subtle"
            fullWidth
            onClick={() => {
              setTyped('');
              setFailure(undefined);
              setRecovery(!isRecovery);
            }}
          >
            {t(isRecovery ? 'useCode' : 'useRecovery')}
          </Button>
        )}
        <Button variant="subtle" fullWidth onClick={onBack}>
          {t('back')}
        </Button>
      </Stack>
    </form>
  );
}
