import { inviteColleagues, invitesMax } from '@escuta/contract/sign-up';
import type { CompanyId } from '@escuta/contract/ids';
import { Anchor, Button, Stack, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StepTitle } from '#web/features/sign-up/StepTitle.tsx';
import { logFailure } from '#web/features/sign-up/draft-saver.ts';
import { distinctEmails, isBrokenEmail } from '#web/features/sign-up/invites.ts';
import { call } from '#web/lib/call.ts';
import { useOneAtATime } from '#web/lib/one-at-a-time.ts';

interface InviteStepProps {
  readonly token: string;
  readonly companyId: CompanyId | undefined;
  /** Signs in. */
  readonly onDone: () => Promise<void>;
}

const fieldsAtFirst = 3;

/** Step 4: colleagues, who each get a mail with a link. */
export function InviteStep({ token, companyId, onDone }: InviteStepProps) {
  const { t } = useTranslation('sign-up');
  const [typed, setTyped] = useState(() => Array.from({ length: fieldsAtFirst }, () => ''));
  const [isChecked, setChecked] = useState(false);
  const fields = useRef<(HTMLInputElement | null)[]>([]);
  const [busy, setBusy] = useState<'send' | 'skip'>();
  const emails = distinctEmails(typed);
  const go = useOneAtATime(async () => {
    setBusy('skip');
    await onDone();
    setBusy(undefined);
  });
  const send = useOneAtATime(async () => {
    setChecked(true);
    const broken = typed.findIndex(isBrokenEmail);
    if (broken >= 0) fields.current[broken]?.focus();
    if (broken >= 0 || companyId === undefined) return;
    setBusy('send');
    try {
      await call(inviteColleagues, { body: { token, companyId, emails } });
    } catch (error) {
      // They can be invited later, from inside.
      logFailure(error);
    }
    await onDone();
    setBusy(undefined);
  });
  return (
    <>
      <StepTitle title={t('invite.title')} text={t('invite.text')} number={3} />
      <form
        noValidate
        aria-label={t('invite.title')}
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <Stack gap="md">
          {typed.map((email, at) => (
            <TextInput
              key={at}
              ref={(field) => void (fields.current[at] = field)}
              type="email"
              label={t('invite.email', { number: at + 1 })}
              value={email}
              error={isChecked && isBrokenEmail(email) ? t('email.invalid') : undefined}
              onChange={({ currentTarget: { value } }) => setTyped((before) => before.with(at, value))}
            />
          ))}
          {typed.length < invitesMax && (
            <Anchor
              component="button"
              type="button"
              size="sm"
              onClick={() => setTyped((before) => [...before, ''])}
              data-alone
            >
              {t('invite.more')}
            </Anchor>
          )}
          <Button type="submit" fullWidth disabled={emails.length === 0} loading={busy === 'send'}>
            {t('invite.send')}
          </Button>
          <Button variant="subtle" fullWidth onClick={() => void go()} loading={busy === 'skip'}>
            {t('invite.skip')}
          </Button>
        </Stack>
      </form>
    </>
  );
}
