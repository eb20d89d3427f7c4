import type { User } from '@escuta/contract/access';
import { Anchor, Group, Text } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { canUsePasskeys } from '#web/lib/passkeys.ts';
import type { CodeStep } from '#web/features/access/code-step.ts';
import { LoginForm } from '#web/features/access/LoginForm.tsx';

const RecoveryForm = lazyPart(() => import('#web/features/access/RecoveryForm.tsx'), 'RecoveryForm');
const CodeForm = lazyPart(() => import('#web/features/access/CodeForm.tsx'), 'CodeForm');
const PasskeyButton = lazyPart(() => import('#web/features/access/PasskeyButton.tsx'), 'PasskeyButton');

interface SignInProps {
  readonly initialEmail: string;
  /** Begins with the recovery of a password. */
  readonly isRecovery?: boolean | undefined;
  /** Somebody is about to sign in. */
  readonly onBegin?: (() => void) | undefined;
  /** Signing in is at work until this is done, and has failed if it fails. */
  readonly onSignedIn: (user: User) => Promise<void>;
}

/** The steps by which one comes in, the same on the login page and in the dialog over a page whose session has ended. */
type Step = { readonly name: 'credentials' | 'recovery' } | { readonly name: 'code'; readonly of: CodeStep };

/** One step of signing in at a time: e-mail and password first. */
export function SignIn({ initialEmail, isRecovery = false, onBegin, onSignedIn }: SignInProps) {
  const { t } = useTranslation('access');
  const [step, setStep] = useState<Step>({ name: isRecovery ? 'recovery' : 'credentials' });
  const [email, setEmail] = useState(initialEmail);
  const restart = () => setStep({ name: 'credentials' });
  return (
    <Suspense fallback={<Text c="dimmed">{t('login.loading')}</Text>}>
      {step.name === 'recovery' && <RecoveryForm initialEmail={email} onBack={restart} />}
      {step.name === 'code' && <CodeForm step={step.of} onSignedIn={onSignedIn} onBack={restart} />}
      {step.name === 'credentials' && (
        <>
          <LoginForm
            initialEmail={email}
            onBegin={onBegin}
            onTyped={setEmail}
            onSignedIn={onSignedIn}
            onSecondStep={(of) => setStep({ name: 'code', of })}
          />
          {canUsePasskeys() && (
            <Suspense fallback={<div style={{ height: 52 }} />}>
              <PasskeyButton onSignedIn={onSignedIn} />
            </Suspense>
          )}
          <Group justify="center" mt="md">
            <Anchor component="button" type="button" size="sm" onClick={() => setStep({ name: 'recovery' })} data-alone>
              {t('login.forgot')}
            </Anchor>
          </Group>
        </>
      )}
    </Suspense>
  );
}
