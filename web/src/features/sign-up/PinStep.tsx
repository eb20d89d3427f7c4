import { getSignUpPin, pinLength, sendSignUpEmail, verifySignUpPin } from '@escuta/contract/sign-up';
import { SignUpPinId } from '@escuta/contract/ids';
import { Alert, Anchor, Button, Center, Group, PinInput, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StepTitle } from '#web/features/sign-up/StepTitle.tsx';
import { logFailure } from '#web/features/sign-up/draft-saver.ts';
import type { Proven } from '#web/features/sign-up/sign-up-state.ts';
import { call, isRefusal } from '#web/lib/call.ts';
import { currentLanguage } from '#web/lib/language.ts';
import { useOneAtATime } from '#web/lib/one-at-a-time.ts';
import { routeQuery } from '#web/lib/route-query.ts';
import { useErrorText } from '#web/ui/error-text.ts';

interface PinStepProps {
  readonly email: string;
  readonly pinId: string;
  readonly onProven: (proven: Proven) => void;
  readonly onResent: (pinId: string) => void;
  readonly onOtherEmail: () => void;
}

/** Step 1: the code that was sent to the e-mail. */
export function PinStep({ email, pinId, onProven, onResent, onOtherEmail }: PinStepProps) {
  const { t } = useTranslation('sign-up');
  const errorText = useErrorText();
  const [pin, setPin] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const field = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // After the button of the step before, which takes the focus with it when it goes.
    const timer = setTimeout(() => field.current?.querySelector('input')?.focus());
    return () => clearTimeout(timer);
  }, []);

  const verify = useOneAtATime(async (typed: string) => {
    setBusy(true);
    try {
      const body = { pinId: SignUpPinId.parse(pinId), pin: typed, email };
      const { invalid, token, user } = await call(verifySignUpPin, { body });
      if (!invalid && token !== null) return onProven({ email, token, user });
      setProblem(t('pin.invalid'));
    } catch (error) {
      logFailure(error);
      if (isRefusal(verifySignUpPin, error, 'TOO_MANY_REQUESTS')) setProblem(errorText(error));
    } finally {
      setBusy(false);
    }
    setPin('');
    field.current?.querySelector('input')?.focus();
  });
  const resend = useOneAtATime(async () => {
    setProblem(undefined);
    try {
      const sent = await call(sendSignUpEmail, { body: { email, language: currentLanguage() } });
      onResent(sent.pinId);
    } catch (error) {
      logFailure(error);
      if (isRefusal(sendSignUpEmail, error, 'TOO_MANY_REQUESTS')) setProblem(errorText(error));
    }
  });

  return (
    <>
      <StepTitle title={t('pin.title')} text={t('pin.text', { email })} />
      <form
        aria-label={t('pin.title')}
        onSubmit={(event) => {
          event.preventDefault();
          if (pin.length === pinLength) void verify(pin);
        }}
      >
        <Stack gap="md">
          <Center ref={field}>
            <PinInput
              length={pinLength}
              type="number"
              size="lg"
              oneTimeCode
              aria-label={t('pin.label')}
              getInputProps={(at) => ({ 'aria-label': t('pin.digit', { number: at + 1 }) })}
              value={pin}
              error={problem !== undefined}
              onChange={(typed) => {
                setPin(typed);
                if (typed !== '') setProblem(undefined);
              }}
              onComplete={(typed) => void verify(typed)}
            />
          </Center>
          {problem !== undefined && (
            <Text c="red.8" size="sm" ta="center" role="alert">
              {problem}
            </Text>
          )}
          <MailNotice pinId={pinId} />
          <Button type="submit" fullWidth loading={isBusy} disabled={pin.length !== pinLength}>
            {t('pin.validate')}
          </Button>
          <Group justify="space-between">
            <Anchor component="button" type="button" size="sm" onClick={() => void resend()} data-alone>
              {t('pin.resend')}
            </Anchor>
            <Anchor component="button" type="button" size="sm" onClick={onOtherEmail} data-alone>
              {t('pin.otherEmail')}
            </Anchor>
          </Group>
        </Stack>
      </form>
    </>
  );
}

const askAgainMs = 2_000;

/** Where the mail is: usually in the mailbox or among the spam; and it is said when the mail server makes it wait. */
function MailNotice({ pinId }: { pinId: string }) {
  const { t } = useTranslation('sign-up');
  const { data } = useQuery(
    routeQuery(
      getSignUpPin,
      { params: { id: SignUpPinId.parse(pinId) } },
      {
        staleTime: 0,
        refetchInterval: ({ state }) =>
          state.data?.mailState === 'sent' || state.data?.mailState === 'given_up' ? false : askAgainMs,
      },
    ),
  );
  if (data?.mailState === 'delayed' || data?.mailState === 'given_up')
    return (
      <output>
        <Alert color="yellow" variant="light" role="none">
          {t(data.mailState === 'delayed' ? 'pin.delayed' : 'pin.givenUp')}
        </Alert>
      </output>
    );
  return (
    <Text size="sm" c="dimmed" ta="center">
      {t('pin.spam')}
    </Text>
  );
}
