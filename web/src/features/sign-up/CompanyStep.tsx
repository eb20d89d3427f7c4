import { tidyName } from '@escuta/contract/name';
import {
  businessAreas,
  businessSizes,
  companyNameMin,
  createSignUpCompany,
  interests,
  startTrial,
} from '@escuta/contract/sign-up';
import type { SignUpCompany } from '@escuta/contract/sign-up';
import { Button, TextInput } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { StepTitle } from '#web/features/sign-up/StepTitle.tsx';
import { leadOn } from '#web/features/sign-up/lead-on.ts';
import type { Proven } from '#web/features/sign-up/sign-up-state.ts';
import type { Savers } from '#web/features/sign-up/use-savers.ts';
import { call } from '#web/lib/call.ts';
import { currentLanguage } from '#web/lib/language.ts';
import { Select } from '#web/ui/Select.tsx';
import { RouteForm } from '#web/ui/form/RouteForm.tsx';
import { useRouteForm } from '#web/ui/form/use-route-form.ts';

interface CompanyStepProps {
  readonly proven: Proven;
  readonly savers: Savers;
  readonly onBack: () => void;
  readonly onStarted: () => void;
  readonly onExists: () => void;
  readonly onUnproven: () => void;
}

type Chosen = Pick<SignUpCompany, 'business_area' | 'business_size' | 'interests'>;

/** Step 3: the company, whose trial “Next” starts. */
export function CompanyStep({ proven, savers, onBack, onStarted, onExists, onUnproven }: CompanyStepProps) {
  const { t } = useTranslation('sign-up');
  const { email, token, user } = proven;
  const company = user?._empresa;
  const form = useRouteForm(createSignUpCompany, {
    initialValues: {
      nome: company?.nome ?? '',
      business_area: company?.business_area ?? '',
      business_size: company?.business_size ?? '',
      business_position: user?.business_position ?? '',
      interests: company?.interests ?? user?.interests ?? '',
    },
    toBody: ({ nome, business_position: _ofUser, ...chosen }) => ({
      token,
      email,
      nome,
      ...(chosenOf(chosen) as object),
    }),
    check: ({ nome, ...others }) => ({
      ...(tidyName(nome).length < companyNameMin && {
        nome: tidyName(nome) === '' ? t('required') : t('company.nameShort', { count: companyNameMin }),
      }),
      ...Object.fromEntries(
        Object.entries(others).flatMap(([name, value]) => (value.trim() === '' ? [[name, t('required')]] : [])),
      ),
    }),
    submit: async () => {
      try {
        await savers.user.flush();
        const companyId = await savers.company.flush();
        const { timeZone: timezone } = Intl.DateTimeFormat().resolvedOptions();
        await call(startTrial, { body: { token, companyId, email, language: currentLanguage(), timezone } });
        onStarted();
      } catch (error) {
        leadOn(error, { onExists, onUnproven });
      }
    },
  });
  const { nome, business_position, ...chosen } = form.values;
  const { business_area, business_size, interests: interest } = chosen;
  useEffect(() => {
    savers.company.type({ nome, ...chosenOf({ business_area, business_size, interests: interest }) });
    savers.user.type({ business_position, ...chosenOf({ interests: interest }) });
  }, [savers, nome, business_position, business_area, business_size, interest]);
  const select = (name: keyof Chosen) => {
    const { onChange: _typed, value, ...binding } = form.field(name);
    const set = (picked: string | null) => form.set({ [name]: picked ?? '' });
    return { ...binding, value: value === '' ? null : value, onChange: set, allowDeselect: false, required: true };
  };
  return (
    <>
      <StepTitle title={t('company.title')} text={t('company.text')} number={2} />
      <RouteForm
        form={form}
        label={t('company.title')}
        submitLabel={t('next')}
        back={
          <Button variant="default" onClick={onBack}>
            {t('back')}
          </Button>
        }
      >
        <TextInput label={t('company.name')} autoComplete="organization" required {...form.field('nome')} />
        <Select
          label={t('company.area')}
          data={businessAreas.map((value) => ({ value, label: t(`area.${value}`) }))}
          {...select('business_area')}
        />
        <Select
          label={t('company.size')}
          data={businessSizes.map((value) => ({ value, label: value === '100' ? '+100' : value }))}
          {...select('business_size')}
        />
        <TextInput
          label={t('company.position')}
          autoComplete="organization-title"
          required
          {...form.field('business_position')}
        />
        <Select
          label={t('company.interest')}
          data={interests.map((value, at) => ({ value, label: t(at === 0 ? 'interest.surveys' : 'interest.reviews') }))}
          {...select('interests')}
        />
      </RouteForm>
    </>
  );
}

/** What is chosen; what is not yet is left out. */
function chosenOf(values: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
}
