import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { StepTitle } from '#web/features/sign-up/StepTitle.tsx';

/** Step 5: the e-mail has an account. */
export function ExistsStep({ email }: { email: string }) {
  const { t } = useTranslation('sign-up');
  return (
    <>
      <StepTitle title={t('exists.title')} text={t('exists.text', { email })} />
      <Button fullWidth renderRoot={(props) => <Link to="/login" search={{ email }} {...props} />}>
        {t('exists.login')}
      </Button>
    </>
  );
}
