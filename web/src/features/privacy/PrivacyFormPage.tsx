import { isName } from '@escuta/contract/name';
import { createPrivacyRequest, getPrivacyForm, privacyRequestTypes } from '@escuta/contract/privacy-requests';
import type { PrivacyRequestType } from '@escuta/contract/privacy-requests';
import type { Output } from '@escuta/contract/route';
import { Center, Loader, NativeSelect, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { privacyFormQuery } from '#web/features/privacy/privacy-form-query.ts';
import { call, isMissing, isRefusal } from '#web/lib/call.ts';
import { formatDay } from '#web/lib/format.ts';
import { currentLanguage } from '#web/lib/language.ts';
import { Fact, Facts } from '#web/ui/Facts.tsx';
import { useErrorText } from '#web/ui/error-text.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { RouteForm } from '#web/ui/form/RouteForm.tsx';
import { useRouteForm } from '#web/ui/form/use-route-form.ts';
import { PublicPage } from '#web/ui/PublicPage.tsx';

const route = getRouteApi('/privacidade/$slug');

type Received = Output<(typeof createPrivacyRequest)['definition']['answer']>;

/** The form by which anybody asks a company for a right over their data; nobody needs an account. */
export function PrivacyFormPage() {
  const { t } = useTranslation('privacy-form');
  const { slug } = route.useParams();
  const form = useQuery(privacyFormQuery(slug));
  const [received, setReceived] = useState<Received>();
  // What is no address at all is refused before anybody looks for it.
  const isUnknown = isMissing(form.error) || isRefusal(getPrivacyForm, form.error, 'INVALID_INPUT');
  return (
    <PublicPage maxWidth={520}>
      {form.isPending && (
        <Center p="xl">
          <Loader aria-label={t('loading')} />
        </Center>
      )}
      {form.isError &&
        (isUnknown ? <UnknownForm /> : <ErrorState error={form.error} onRetry={() => void form.refetch()} />)}
      {form.data &&
        (received ? (
          <Receipt company={form.data.company} {...received} />
        ) : (
          <RequestForm slug={slug} company={form.data.company} dueDays={form.data.due_days} onReceived={setReceived} />
        ))}
    </PublicPage>
  );
}

function UnknownForm() {
  const { t } = useTranslation('privacy-form');
  return (
    <Stack role="alert" gap="xs">
      <Title order={1}>{t('unknown.title')}</Title>
      <Text c="dimmed">{t('unknown.text')}</Text>
    </Stack>
  );
}

interface RequestFormProps {
  readonly slug: string;
  readonly company: string;
  readonly dueDays: number;
  readonly onReceived: (received: Received) => void;
}

function RequestForm({ slug, company, dueDays, onReceived }: RequestFormProps) {
  const { t } = useTranslation(['privacy-form', 'ui']);
  const errorText = useErrorText();
  const initialValues: Record<'type' | 'nome' | 'email' | 'tel' | 'details', string> = {
    type: 'acesso',
    nome: '',
    email: '',
    tel: '',
    details: '',
  };
  const form = useRouteForm(createPrivacyRequest, {
    initialValues,
    toBody: ({ type, ...typed }) => ({ ...typed, type: type as PrivacyRequestType, language: currentLanguage() }),
    sentences: {
      nome: (typed) => (isName(typed) ? undefined : t('nameNotValid')),
      email: (typed) => t(typed.trim() === '' ? 'ui:form.required' : 'emailInvalid'),
    },
    refusals: { PHONE_NOT_VALID: () => ({ tel: t('phoneInvalid') }) },
    failureText: (error) =>
      isRefusal(createPrivacyRequest, error, 'TOO_MANY_REQUESTS') ? t('tooMany') : errorText(error),
    submit: async (body) => onReceived(await call(createPrivacyRequest, { params: { slug }, body })),
  });
  const types = privacyRequestTypes.map((value) => ({ value, label: t(`type.${value}`) }));
  return (
    <>
      <Title order={1} mb="xs">
        {t('title', { company })}
      </Title>
      <Text c="dimmed" mb="lg">
        {t('text', { company, count: dueDays })}
      </Text>
      <RouteForm form={form} label={t('label')} submitLabel={t('send')}>
        <NativeSelect
          label={t('field.type')}
          description={t(`typeText.${form.values.type as PrivacyRequestType}`)}
          data={types}
          {...form.field('type')}
        />
        <TextInput label={t('field.name')} autoComplete="name" {...form.field('nome')} />
        <TextInput
          label={t('field.email')}
          description={t('field.emailText')}
          type="email"
          autoComplete="email"
          {...form.field('email', (typed) => typed.toLowerCase())}
        />
        <TextInput
          label={t('field.phone')}
          description={t('field.phoneText')}
          type="tel"
          autoComplete="tel"
          {...form.field('tel')}
        />
        <Textarea label={t('field.details')} description={t('field.detailsText')} rows={4} {...form.field('details')} />
      </RouteForm>
    </>
  );
}

/** The form is gone: what takes its place is where one reads on. */
const focused = (title: HTMLHeadingElement | null) => title?.focus();

function Receipt({ company, protocol, due_day }: Received & { company: string }) {
  const { t } = useTranslation('privacy-form');
  return (
    <Stack gap="md">
      <Title order={1} ref={focused} tabIndex={-1}>
        {t('done.title')}
      </Title>
      <Text>{t('done.text', { company })}</Text>
      <Facts inPairs>
        <Fact name={t('done.protocol')}>
          <Text inherit span fw={600} className="figures">
            {protocol}
          </Text>
        </Fact>
        <Fact name={t('done.due')}>{formatDay(due_day)}</Fact>
      </Facts>
    </Stack>
  );
}
