import { definitionOf, metrics } from '@escuta/contract/metrics';
import { surveyTemplates } from '@escuta/contract/surveys';
import { SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { TemplateCard } from '#web/features/surveys/TemplateCard.tsx';
import { currentLanguage } from '#web/lib/language.ts';
import { useMe } from '#web/lib/me.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { StandaloneLink } from '#web/ui/StandaloneLink.tsx';
import classes from './TemplateCard.module.css';

/** The first template of each metric; where a survey is made there are more. */
const templatesShown = metrics.flatMap((metric) => {
  const template = surveyTemplates.find((each) => definitionOf(metric).templates.includes(each));
  return template ? [{ metric, template }] : [];
});

/** A unit without surveys: what one can ask for is the way in, with a template for each. Who may only look is told why there is nothing. */
export function FirstSurvey() {
  const { t } = useTranslation('surveys');
  const { t: inMetric } = useTranslation([...metrics]);
  const { can } = useMe();
  if (!can('surveys.edit')) return <EmptyState title={t('empty.title')} text={t('empty.text')} />;
  return (
    <Stack gap="lg" p={{ base: 'md', sm: 32 }}>
      <Stack gap={4} align="center">
        <Title order={2}>{t('first.title')}</Title>
        <Text c="dimmed" ta="center">
          {t('first.text')}
        </Text>
      </Stack>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="md">
        {templatesShown.map(({ metric, template }) => (
          <Stack key={template} gap="xs">
            <Title order={3} fz="md">
              {inMetric('goal', { ns: metric })}
            </Title>
            <Link
              to="/customer-feedback/create-survey/new"
              search={{ template }}
              className={`${classes['card']} ${classes['filling']}`}
            >
              <TemplateCard template={template} language={currentLanguage()} />
            </Link>
          </Stack>
        ))}
      </SimpleGrid>
      <StandaloneLink to="/customer-feedback/create-survey/new" size="md" style={{ alignSelf: 'center' }}>
        {t('first.all', { n: surveyTemplates.length })}
      </StandaloneLink>
    </Stack>
  );
}
