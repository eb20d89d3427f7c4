import { tidyName } from '@escuta/contract/name';
import { passwordProblems, signUpPasswordLengthMin } from '@escuta/contract/password';
import { createSignUpUser } from '@escuta/contract/sign-up';
import type { UserId } from '@escuta/contract/ids';
import { Anchor, Checkbox, Text, TextInput } from '@mantine/core';
import { useEffect } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { StepTitle } from '#web/features/sign-up/StepTitle.tsx';
import type { DraftSaver } from '#web/features/sign-up/draft-saver.ts';
import { leadOn } from '#web/features/sign-up/lead-on.ts';
import { isForeign, isWholePhone, maskPhone, phoneOf } from '#web/lib/phone-mask.ts';
import type { Proven } from '#web/features/sign-up/sign-up-state.ts';
import { isRefusal } from '#web/lib/call.ts';
import { PasswordField } from '#web/ui/form/PasswordField.tsx';
import { RouteForm } from '#web/ui/form/RouteForm.tsx';
import { useRouteForm } from '#web/ui/form/use-route-form.ts';

interface PersonStepProps {
  readonly proven: Proven;
  readonly saver: DraftSaver<UserId>;
  readonly onNext: (password: string) => void;
  readonly onExists: () => void;
  readonly onUnproven: () => void;
}

/** Step 2: who signs up. The password leaves the browser with “Next” alone, once it is whole. */
export function PersonStep({ proven: { token, user }, saver, onNext, onExists, onUnproven }: PersonStepProps) {
  const { t } = useTranslation('sign-up');
  const form = useRouteForm(createSignUpUser, {
    initialValues: {
      nome: user?.nome ?? '',
      phone: maskPhone(user?.phone ?? ''),
      senha: '',
      termsofuse: user?.termsofuse ?? false,
    },
    toBody: ({ phone, ...values }) => ({ ...values, phone: phoneOf(phone), token }),
    check: ({ nome, phone, senha, termsofuse }) => ({
      ...(tidyName(nome) === '' && { nome: t('required') }),
      ...(!isWholePhone(phoneOf(phone)) && { phone: t(phone === '' ? 'required' : 'person.phoneInvalid') }),
      ...(passwordProblems(senha, { lengthMin: signUpPasswordLengthMin }).length > 0 && {
        senha: t(senha === '' ? 'required' : 'person.passwordInvalid'),
      }),
      ...(!termsofuse && { termsofuse: t('person.termsRequired') }),
    }),
    refusals: { PASSWORD_WEAK: () => ({ senha: t('person.passwordCommon') }) },
    submit: async ({ senha = '' }) => {
      try {
        await saver.flush({ senha });
        onNext(senha);
      } catch (error) {
        if (isRefusal(createSignUpUser, error, 'PASSWORD_WEAK')) throw error;
        leadOn(error, { onExists, onUnproven });
      }
    },
  });
  const { nome, phone, termsofuse } = form.values;
  useEffect(() => saver.type({ nome, phone: phoneOf(phone), termsofuse }), [saver, nome, phone, termsofuse]);
  return (
    <>
      <StepTitle title={t('person.title')} text={t('person.text')} number={1} />
      <RouteForm form={form} label={t('person.title')} submitLabel={t('next')}>
        <TextInput label={t('person.name')} autoComplete="name" required {...form.field('nome')} />
        <TextInput
          label={t('person.phone')}
          type="tel"
          autoComplete="tel"
          required
          placeholder="(00) 0 0000-0000"
          leftSection={isForeign(phone) ? undefined : <Text size="sm">+55</Text>}
          leftSectionWidth={isForeign(phone) ? undefined : 48}
          {...form.field('phone', maskPhone)}
        />
        <PasswordField
          label={t('person.password')}
          lengthMin={signUpPasswordLengthMin}
          rulesAt="top-start"
          required
          {...form.field('senha')}
        />
        <Checkbox
          label={
            <Trans
              t={t}
              i18nKey="person.terms"
              components={{ terms: <Anchor href="/terms" target="_blank" rel="noopener" inherit td="underline" /> }}
            />
          }
          {...form.box('termsofuse')}
        />
      </RouteForm>
    </>
  );
}
