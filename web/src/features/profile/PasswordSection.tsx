import { passwordLengthMin, passwordProblems } from '@escuta/contract/password';
import { updatePassword } from '@escuta/contract/profile';
import { listSessions } from '@escuta/contract/sessions';
import { PasswordInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CurrentPasswordInput } from '#web/features/profile/CurrentPasswordInput.tsx';
import { Section } from '#web/features/profile/Section.tsx';
import { useRouteMutation } from '#web/lib/route-query.ts';
import { PasswordField } from '#web/ui/form/PasswordField.tsx';
import { RouteForm } from '#web/ui/form/RouteForm.tsx';
import { useRouteForm } from '#web/ui/form/use-route-form.ts';
import { noticeSuccess } from '#web/ui/notices.tsx';

/** A new password, for the one of now. */
export function PasswordSection() {
  const { t } = useTranslation('profile');
  const [times, setTimes] = useState(0);
  return (
    <Section title={t('password.title')} text={t('password.text')}>
      <PasswordForm key={times} onSaved={() => setTimes(times + 1)} />
    </Section>
  );
}

function PasswordForm({ onSaved }: { readonly onSaved: () => void }) {
  const { t } = useTranslation(['profile', 'errors', 'password']);
  const { mutateAsync: update } = useRouteMutation(updatePassword, { invalidates: [listSessions] });
  const form = useRouteForm(updatePassword, {
    initialValues: { password: '', newPassword: '', again: '' },
    toBody: ({ password, newPassword }) => ({ password, newPassword }),
    check: ({ newPassword, again }) => ({
      ...(newPassword !== '' && passwordProblems(newPassword, { lengthMin: passwordLengthMin }).length > 0
        ? { newPassword: t('errors:PASSWORD_WEAK') }
        : {}),
      ...(newPassword === again ? {} : { again: t('password.differ') }),
    }),
    refusals: {
      PASSWORD_WRONG: () => ({ password: t('errors:PASSWORD_WRONG') }),
      PASSWORD_WEAK: () => ({ newPassword: t('errors:PASSWORD_WEAK') }),
    },
    submit: async (body) => {
      await update({ body });
      noticeSuccess(t('password.saved'));
      onSaved();
    },
  });
  return (
    <RouteForm form={form} label={t('password.title')} submitLabel={t('password.save')}>
      <CurrentPasswordInput {...form.field('password')} />
      <PasswordField label={t('password.new')} lengthMin={passwordLengthMin} {...form.field('newPassword')} />
      <PasswordInput
        label={t('password.again')}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': t('password:show') }}
        {...form.field('again')}
      />
    </RouteForm>
  );
}
