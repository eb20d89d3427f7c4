import { Anchor, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PublicPage } from '#web/ui/PublicPage.tsx';

const parts = ['service', 'trial', 'data', 'answers', 'use', 'end'] as const;

/** The terms of use, which somebody accepts who signs up. */
export function TermsPage() {
  const { t } = useTranslation('terms');
  return (
    <PublicPage maxWidth={720} foot={<Anchor href="/create-account">{t('back')}</Anchor>}>
      <Title order={1} mb="md">
        {t('title')}
      </Title>
      <Stack gap="lg">
        <Text>{t('intro')}</Text>
        {parts.map((part) => (
          <section key={part}>
            <Title order={2} size="h4" mb={4}>
              {t(`part.${part}.title`)}
            </Title>
            <Text>{t(`part.${part}.text`)}</Text>
          </section>
        ))}
      </Stack>
    </PublicPage>
  );
}
