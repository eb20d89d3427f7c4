import { acceptInvitation } from '@escuta/contract/invitations';
import type { InvitationInfo } from '@escuta/contract/invitations';
import { passwordLengthMin, passwordProblems } from '@escuta/contract/password';
import { Anchor, Checkbox, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Trans, useTranslation } from 'react-i18next';
import { maskPhone, phoneOf } from '#web/lib/phone-mask.ts';
import { call, isRefusal } from '#web/lib/call.ts';
import { flash } from '#web/lib/flash.ts';
import { forgetSession } from '#web/lib/session.ts';
import { PasswordField } from '#web/ui/form/PasswordField.tsx';
import { RouteForm } from '#web/ui/form/RouteForm.tsx';
import { useRouteForm } from '#web/ui/form/use-route-form.ts';

interface AcceptFormProps {
  /** The id in the link. */
  readonly id: string;
  readonly invitation: InvitationInfo;
}

/** Name, phone, password and terms of somebody who accepts an invitation. They sign in with it next. */
export function AcceptForm({ id, invitation: { email, nome } }: AcceptFormProps) {
  const { t } = useTranslation(['invitations', 'notify']);
  const navigate = useNavigate();
  const toLogin = async () => {
    // Of whoever else is signed in in this browser.
    forgetSession();
    await navigate({ to: '/login', search: { email } });
  };
  const form = useRouteForm(acceptInvitation, {
    initialValues: { nome, phone: '', senha: '', termsofuse: false },
    toBody: ({ phone, ...values }) => ({ ...values, phone: phoneOf(phone), termsofuse: values.termsofuse as true }),
    sentences: { termsofuse: () => t('termsRequired') },
    check: ({ senha }) =>
      senha !== '' && passwordProblems(senha, { lengthMin: passwordLengthMin }).length > 0
        ? { senha: t('incomplete') }
        : {},
    refusals: {
      PASSWORD_WEAK: () => ({ senha: t('weak') }),
      PHONE_NOT_VALID: () => ({ phone: t('phoneInvalid') }),
    },
    submit: async (body) => {
      try {
        await call(acceptInvitation, { params: { id }, body });
      } catch (error) {
        if (!isRefusal(acceptInvitation, error, 'INVITATION_USED')) throw error;
        flash('invitation.used');
        await toLogin();
        return;
      }
      flash('invitation.accepted');
      await toLogin();
    },
  });
  return (
    <RouteForm form={form} label={t('create')} submitLabel={t('create')} isDisabled={!form.isComplete}>
      <TextInput label={t('email')} type="email" autoComplete="username" value={email} readOnly />
      <TextInput label={t('name')} autoComplete="name" required data-autofocus {...form.field('nome')} />
      <TextInput
        label={t('phone')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        required
        placeholder="(00) 0 0000-0000"
        {...form.field('phone', maskPhone)}
      />
      <PasswordField
        label={t('password')}
        lengthMin={passwordLengthMin}
        rulesAt="top-start"
        required
        {...form.field('senha')}
      />
      <Checkbox
        required
        label={
          <Trans
            t={t}
            i18nKey="terms"
            components={{ terms: <Anchor href="/terms" target="_blank" rel="noopener" inherit td="underline" /> }}
          />
        }
        {...form.box('termsofuse')}
      />
    </RouteForm>
  );
}
