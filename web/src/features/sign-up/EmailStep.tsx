import { sendSignUpEmail } from '@escuta/contract/sign-up';
import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { StepTitle } from '#web/features/sign-up/StepTitle.tsx';
import { logFailure } from '#web/features/sign-up/draft-saver.ts';
import { call, isRefusal } from '#web/lib/call.ts';
import { currentLanguage } from '#web/lib/language.ts';
import { useErrorText } from '#web/ui/error-text.ts';
import { RouteForm } from '#web/ui/form/RouteForm.tsx';
import { useRouteForm } from '#web/ui/form/use-route-form.ts';

interface EmailStepProps {
  readonly initialEmail: string;
  readonly onSent: (email: string, pinId: string) => void;
  readonly onExists: (email: string) => void;
}

/** Step 0: the work e-mail. */
export function EmailStep({ initialEmail, onSent, onExists }: EmailStepProps) {
  const { t } = useTranslation('sign-up');
  const errorText = useErrorText();
  const form = useRouteForm(sendSignUpEmail, {
    initialValues: { email: initialEmail },
    toBody: ({ email }) => ({ email, language: currentLanguage() }),
    sentences: { email: (typed) => t(typed.trim() === '' ? 'email.required' : 'email.invalid') },
    refusals: { FREE_EMAIL: () => ({ email: t('email.free') }) },
    submit: async (body) => {
      try {
        const { pinId } = await call(sendSignUpEmail, { body });
        onSent(body.email, pinId);
      } catch (error) {
        if (isRefusal(sendSignUpEmail, error, 'EMAIL_ALREADY_SIGNUP')) return onExists(body.email);
        if (isRefusal(sendSignUpEmail, error, 'FREE_EMAIL')) throw error;
        logFailure(error);
        // What the catalogue does not know: without a word one would press for an hour (docs/deviations.md).
        if (isRefusal(sendSignUpEmail, error, 'TOO_MANY_REQUESTS')) return errorText(error);
      }
    },
  });
  return (
    <>
      <StepTitle title={t('email.title')} text={t('email.text')} />
      <RouteForm form={form} label={t('email.title')} submitLabel={t('email.start')} isDisabled={!form.isComplete}>
        <TextInput
          label={t('email.label')}
          type="email"
          autoComplete="email"
          {...form.field('email', (typed) => typed.toLowerCase())}
        />
      </RouteForm>
    </>
  );
}
