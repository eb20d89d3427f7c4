import { Drawer, List, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { TutorialKey } from '#web/app/tutorial.ts';

interface TutorialPanelProps {
  readonly tutorialKey: TutorialKey;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** What a page is for, how to use it step by step, and what to know beside it. */
export function TutorialPanel({ tutorialKey, opened, onClose }: TutorialPanelProps) {
  const { t } = useTranslation(['help', 'ui']);
  const lines = (part: 'steps' | 'tips') => t(`help:tutorial.${tutorialKey}.${part}`, { returnObjects: true });
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      title={t(`help:tutorial.${tutorialKey}.title`)}
      closeButtonProps={{ 'aria-label': t('ui:dialog.close') }}
    >
      <Stack gap="md">
        <Text>{t(`help:tutorial.${tutorialKey}.text`)}</Text>
        <Title order={3} size="h4">
          {t('help:tutorial.steps')}
        </Title>
        <List type="ordered" spacing="xs">
          {lines('steps').map((line) => (
            <List.Item key={line}>{line}</List.Item>
          ))}
        </List>
        <Title order={3} size="h4">
          {t('help:tutorial.tips')}
        </Title>
        <List spacing="xs">
          {lines('tips').map((line) => (
            <List.Item key={line}>{line}</List.Item>
          ))}
        </List>
      </Stack>
    </Drawer>
  );
}
