import { metrics } from '@escuta/contract/metrics';
import { languages } from '@escuta/contract/primitives';
import type { Language } from '@escuta/contract/primitives';
import { createSurvey, listSurveys, metricOfTemplate, surveyTemplates } from '@escuta/contract/surveys';
import type { SurveyTemplate } from '@escuta/contract/surveys';
import { Button, Group, Input, Radio, SegmentedControl, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { templatesQuery } from '#web/features/surveys/api.ts';
import { useTemplateWords } from '#web/features/surveys/template-words.ts';
import { TemplateCard } from '#web/features/surveys/TemplateCard.tsx';
import { currentLanguage, languageNames } from '#web/lib/language.ts';
import { useRouteMutation } from '#web/lib/route-query.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { UnsavedGuard } from '#web/ui/form/dirty-guard.tsx';
import { RouteForm } from '#web/ui/form/RouteForm.tsx';
import { useRouteForm } from '#web/ui/form/use-route-form.ts';
import { useFocusHandOver } from '#web/ui/focus-page-title.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { StandaloneLink } from '#web/ui/StandaloneLink.tsx';
import stickyFoot from '#web/ui/sticky-foot.module.css';
import classes from './TemplateCard.module.css';

const route = getRouteApi('/shell/customer-feedback/create-survey/new');

/** Template, title and language make a survey; everything else is changed in the editor that follows. */
export function CreateSurveyPage() {
  const { t } = useTranslation('surveys');
  const search = route.useSearch();
  const { template = 'nps-relationship' } = search;
  // Who comes with a template has chosen it a moment ago.
  const [isChoosing, setChoosing] = useState(search.template === undefined);
  const navigate = route.useNavigate();
  const { mutateAsync: create } = useRouteMutation(createSurvey, { invalidates: [listSurveys] });
  const { name } = useTemplateWords(template);
  const form = useRouteForm(createSurvey, {
    initialValues: { title: name, language: currentLanguage() },
    toBody: (values) => ({ ...values, template }),
    submit: async (body) => {
      const { survey } = await create({ body });
      await navigate({ to: '/customer-feedback/create-survey/$surveyId', params: { surveyId: survey._id } });
    },
  });

  const choose = (chosen: SurveyTemplate, chosenName: string) => {
    // The title follows the template until somebody writes one.
    if (form.values.title === name) form.set({ title: chosenName });
    void navigate({ search: { template: chosen }, replace: true });
  };

  return (
    <>
      <StandaloneLink to="/customer-feedback">{t('title')}</StandaloneLink>
      <PageHeader title={t('new.title')} text={t('new.text')} />
      <RouteForm
        form={form}
        submitLabel={t('create')}
        footClassName={stickyFoot['foot']}
        back={
          <Button variant="default" renderRoot={(props) => <Link to="/customer-feedback" {...props} />}>
            {t('cancel')}
          </Button>
        }
      >
        <LanguageChoice language={form.values.language} onChoose={(language) => form.set({ language })} />
        {isChoosing ? (
          <TemplateChoice template={template} language={form.values.language} onChoose={choose} />
        ) : (
          <ChosenTemplate template={template} onChange={() => setChoosing(true)} />
        )}
        <UnsavedGuard isDirty={form.values.title !== name && !form.isBusy} />
        <TextInput label={t('field.title')} description={t('help.title')} mt="sm" maw={480} {...form.field('title')} />
      </RouteForm>
    </>
  );
}

function ChosenTemplate({ template, onChange }: { template: SurveyTemplate; onChange: () => void }) {
  const { t } = useTranslation('surveys');
  const { name } = useTemplateWords(template);
  const box = useFocusHandOver<HTMLDivElement>();
  return (
    <Group ref={box} gap="sm">
      <Text>
        {t('new.template')}: <strong>{name}</strong>
      </Text>
      <Button variant="default" size="compact-sm" onClick={onChange}>
        {t('new.otherTemplate')}
      </Button>
    </Group>
  );
}

interface TemplateChoiceProps {
  readonly template: SurveyTemplate;
  readonly language: Language;
  readonly onChoose: (template: SurveyTemplate, name: string) => void;
}

function TemplateChoice({ template, language, onChoose }: TemplateChoiceProps) {
  const { t } = useTranslation('surveys');
  const { t: inMetric } = useTranslation([...metrics]);
  const templates = useQuery(templatesQuery(language));
  if (templates.error) return <ErrorState error={templates.error} onRetry={() => void templates.refetch()} />;
  // Each metric's file names the templates that measure it.
  const nameOf = (each: SurveyTemplate) => inMetric(`template.${each}.name` as 'name', { ns: metricOfTemplate(each) });
  return (
    <Radio.Group
      label={t('new.template')}
      value={template}
      onChange={(chosen) => {
        const known = surveyTemplates.find((each) => each === chosen);
        if (known) onChoose(known, nameOf(known));
      }}
    >
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="md" mt={6}>
        {surveyTemplates.map((each) => (
          <Radio.Card key={each} value={each} className={classes['card'] ?? ''} aria-label={nameOf(each)}>
            <TemplateCard template={each} language={language} />
          </Radio.Card>
        ))}
      </SimpleGrid>
    </Radio.Group>
  );
}

function LanguageChoice({ language, onChoose }: { language: Language; onChoose: (language: Language) => void }) {
  const { t } = useTranslation('surveys');
  return (
    <Input.Wrapper label={t('field.language')} description={t('help.language')} labelElement="div">
      <div>
        <SegmentedControl
          aria-label={t('field.language')}
          value={language}
          onChange={(chosen) => {
            const known = languages.find((each) => each === chosen);
            if (known) onChoose(known);
          }}
          data={languages.map((each) => ({ value: each, label: languageNames[each] }))}
        />
      </div>
    </Input.Wrapper>
  );
}
