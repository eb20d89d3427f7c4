import { beginAuthenticator, confirmAuthenticator, getSecondFactor } from '@escuta/contract/second-factor';
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CurrentPasswordInput } from '#web/features/profile/CurrentPasswordInput.tsx';
import { RecoveryCodes } from '#web/features/profile/RecoveryCodes.tsx';
import { useKnowAuthenticator } from '#web/features/profile/use-know-authenticator.ts';
import { drawQr } from '#web/lib/qr-drawing.ts';
import { useRouteMutation } from '#web/lib/route-query.ts';
import { AttemptFailure } from '#web/ui/form/AttemptFailure.tsx';
import { useAttempt } from '#web/ui/form/use-attempt.ts';

const digits = 6;

/** Switches an authenticator on: the password, the key for the app, its first code, and then the recovery codes. */
export function Enrolment({ onDone }: { readonly onDone: () => void }) {
  const know = useKnowAuthenticator();
  const [given, setGiven] = useState<{ uri: string; key: string }>();
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes)
    return (
      <RecoveryCodes
        codes={codes}
        onDone={() => {
          know(true);
          onDone();
        }}
      />
    );
  return given ? (
    <FirstCode uri={given.uri} secret={given.key} onConfirmed={setCodes} />
  ) : (
    <Password onGiven={setGiven} />
  );
}

function Password({ onGiven }: { readonly onGiven: (given: { uri: string; key: string }) => void }) {
  const { t } = useTranslation('profile');
  const { mutateAsync: begin } = useRouteMutation(beginAuthenticator);
  const [password, setPassword] = useState('');
  const { failure, isBusy, run } = useAttempt();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void run(async () => onGiven(await begin({ body: { password } })));
      }}
    >
      <Stack gap="md">
        <Text>{t('enrol.password')}</Text>
        <CurrentPasswordInput
          data-autofocus
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <AttemptFailure text={failure} />
        <Button type="submit" loading={isBusy}>
          {t('enrol.next')}
        </Button>
      </Stack>
    </form>
  );
}

function FirstCode({
  uri,
  secret,
  onConfirmed,
}: {
  readonly uri: string;
  readonly secret: string;
  readonly onConfirmed: (codes: readonly string[]) => void;
}) {
  const { t } = useTranslation('profile');
  const { mutateAsync: confirm } = useRouteMutation(confirmAuthenticator, { invalidates: [getSecondFactor] });
  const [token, setToken] = useState('');
  const { failure, isBusy, run } = useAttempt();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void run(async () => onConfirmed((await confirm({ body: { token } })).recoveryCodes));
      }}
    >
      <Stack gap="md">
        <Text>{t('enrol.scan')}</Text>
        <QrCode text={uri} label={t('enrol.qr')} />
        <Text size="sm">{t('enrol.key')}</Text>
        <Text component="code" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
          {secret.match(/.{1,4}/g)?.join(' ')}
        </Text>
        <TextInput
          label={t('enrol.code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          value={token}
          onChange={(event) => setToken(event.currentTarget.value.replace(/\D/g, '').slice(0, digits))}
        />
        <AttemptFailure text={failure} />
        <Button type="submit" loading={isBusy} disabled={token.length < digits}>
          {t('enrol.confirm')}
        </Button>
      </Stack>
    </form>
  );
}

function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { side, path } = drawQr(text);
  const drawing =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${side}v${side}H0z"/><path fill="#000" d="${path}"/></svg>`;
  return <img alt={label} width={200} height={200} src={`data:image/svg+xml,${encodeURIComponent(drawing)}`} />;
}
