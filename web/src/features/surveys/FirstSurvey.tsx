import { surveyTemplates } from '@escuta/contract/surveys';
import { SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { TemplateCard } from '#web/features/surveys/TemplateCard.tsx';
import { useMe } from '#web/lib/me.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import classes from './TemplateCard.module.css';

/** Where a survey is made there are more. */
const templatesShown = 3;

/** A unit without surveys: the three templates are the way in. Who may only look is told why there is nothing. */
export function FirstSurvey() {
  const { t } = useTranslation('surveys');
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
        {surveyTemplates.slice(0, templatesShown).map((template) => (
          <Link
            key={template}
            to="/customer-feedback/create-survey/new"
            search={{ template }}
            className={classes['card']}
          >
            <TemplateCard template={template} />
          </Link>
        ))}
      </SimpleGrid>
    </Stack>
  );
}
