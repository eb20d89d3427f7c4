import { Anchor, Group } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { resumeSignUp } from '@escuta/contract/sign-up';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmailStep } from '#web/features/sign-up/EmailStep.tsx';
import { ExistsStep } from '#web/features/sign-up/ExistsStep.tsx';
import { PinStep } from '#web/features/sign-up/PinStep.tsx';
import { ProvenSteps } from '#web/features/sign-up/ProvenSteps.tsx';
import { SupportDialog } from '#web/features/sign-up/SupportDialog.tsx';
import { logFailure } from '#web/features/sign-up/draft-saver.ts';
import { forgetToken, keepToken, keptToken } from '#web/features/sign-up/sign-up-state.ts';
import type { SignUpState } from '#web/features/sign-up/sign-up-state.ts';
import { call } from '#web/lib/call.ts';
import { PublicPage } from '#web/ui/PublicPage.tsx';
import { StandaloneLink } from '#web/ui/StandaloneLink.tsx';

const route = getRouteApi('/create-account');

/** Where somebody makes a company of their own, step by step (1§2.6). */
export function CreateAccountPage() {
  const { t } = useTranslation('sign-up');
  const { returnUrl, ...campaign } = route.useSearch();
  const [state, setState] = useState<SignUpState>({ step: 'email', email: '' });
  const [isHelpOpened, setHelpOpened] = useState(false);
  useResume(setState);
  const beginAnew = (email: string) => {
    forgetToken();
    setState({ step: 'email', email });
  };
  const exists = (email: string) => setState({ step: 'exists', email });
  return (
    <PublicPage
      maxWidth={480}
      foot={
        <Group justify="space-between">
          <StandaloneLink to="/login">{t('backToLogin')}</StandaloneLink>
          <Anchor component="button" type="button" size="sm" onClick={() => setHelpOpened(true)} data-alone>
            {t('needHelp')}
          </Anchor>
        </Group>
      }
    >
      {state.step === 'email' && (
        <EmailStep
          initialEmail={state.email}
          onSent={(email, pinId) => setState({ step: 'pin', email, pinId })}
          onExists={exists}
        />
      )}
      {state.step === 'pin' && (
        <PinStep
          {...state}
          onResent={(pinId) => setState({ ...state, pinId })}
          onOtherEmail={() => beginAnew(state.email)}
          onProven={(proven) => {
            keepToken(proven.token);
            setState({ step: proven.user?.active ? 'invite' : 'person', proven });
          }}
        />
      )}
      {'proven' in state && (
        <ProvenSteps
          step={state.step}
          proven={state.proven}
          campaign={campaign}
          returnUrl={returnUrl}
          onStep={(step) => setState({ ...state, step })}
          onExists={() => exists(state.proven.email)}
          onUnproven={() => beginAnew(state.proven.email)}
        />
      )}
      {state.step === 'exists' && <ExistsStep email={state.email} />}
      <SupportDialog opened={isHelpOpened} onClose={() => setHelpOpened(false)} />
    </PublicPage>
  );
}

/** A tab that is loaded again goes on with the e-mail that was proven in it. */
function useResume(setState: (state: SignUpState) => void): void {
  useEffect(() => {
    const token = keptToken();
    if (token === null) return;
    call(resumeSignUp, { body: { token } }).then(
      ({ email, user }) => setState({ step: user?.active ? 'invite' : 'person', proven: { email, token, user } }),
      (error: unknown) => {
        logFailure(error);
        forgetToken();
      },
    );
  }, [setState]);
}
