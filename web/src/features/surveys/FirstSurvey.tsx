import { surveyTemplates } from '@escuta/contract/surveys';
import { SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { TemplateFace } from '#web/features/surveys/TemplateFace.tsx';
import { useMe } from '#web/lib/me.ts';
import { EmptyFace } from '#web/ui/EmptyFace.tsx';
import classes from './TemplateFace.module.css';

/** A unit without surveys: the three templates are the way in. Who may only look is told why there is nothing. */
export function FirstSurvey() {
  const { t } = useTranslation('surveys');
  const { can } = useMe();
  if (!can('surveys.edit')) return <EmptyFace title={t('empty.title')} text={t('empty.text')} />;
  return (
    <Stack gap="lg" p={{ base: 'md', sm: 32 }}>
      <Stack gap={4} align="center">
        <Title order={2}>{t('first.title')}</Title>
        <Text c="dimmed" ta="center">
          {t('first.text')}
        </Text>
      </Stack>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="md">
        {surveyTemplates.map((template) => (
          <Link
            key={template}
            to="/customer-feedback/create-survey/new"
            search={{ template }}
            className={classes['card']}
          >
            <TemplateFace template={template} />
          </Link>
        ))}
      </SimpleGrid>
    </Stack>
  );
}
