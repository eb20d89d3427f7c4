import { Accordion, Anchor, Button, CopyButton, Group, List, Modal, Stack, Tabs, Text } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ShortcutList } from '#web/app/shortcuts/ShortcutList.tsx';
import { environmentQuery } from '#web/lib/environment.ts';
import { SupportButton } from '#web/ui/SupportButton.tsx';
import { useMe } from '#web/lib/me.ts';
import { useIsPhone } from '#web/lib/use-is-phone.ts';
import { noticeSuccess } from '#web/ui/notices.tsx';
import { ScrollingTabs } from '#web/ui/ScrollingTabs.tsx';

interface HelpDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

const questions = ['whoSees', 'interval', 'notSent', 'importErrors', 'language', 'anonymous', 'units'] as const;

/** Help over every page: the first steps, what people ask, the shortcuts, and whom to write to. */
export function HelpDialog({ opened, onClose }: HelpDialogProps) {
  const { t } = useTranslation(['help', 'ui']);
  const isPhone = useIsPhone();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size="lg"
      fullScreen={isPhone}
      title={t('help:title')}
      closeButtonProps={{ 'aria-label': t('ui:dialog.close') }}
    >
      <Tabs defaultValue="steps" keepMounted={false}>
        <ScrollingTabs label={t('help:title')}>
          {(['steps', 'questions', 'shortcuts', 'support'] as const).map((tab) => (
            <Tabs.Tab key={tab} value={tab}>
              {t(`help:tabs.${tab}`)}
            </Tabs.Tab>
          ))}
        </ScrollingTabs>
        <Tabs.Panel value="steps" pt="md">
          <FirstSteps onGo={onClose} />
        </Tabs.Panel>
        <Tabs.Panel value="questions" pt="md">
          <Accordion>
            {questions.map((question) => (
              <Accordion.Item key={question} value={question}>
                <Accordion.Control>{t(`help:questions.${question}.title`)}</Accordion.Control>
                <Accordion.Panel>{t(`help:questions.${question}.text`)}</Accordion.Panel>
              </Accordion.Item>
            ))}
          </Accordion>
        </Tabs.Panel>
        <Tabs.Panel value="shortcuts" pt="md">
          <ShortcutList />
        </Tabs.Panel>
        <Tabs.Panel value="support" pt="md">
          <Support />
        </Tabs.Panel>
      </Tabs>
    </Modal>
  );
}

const steps = [
  { key: 'contacts', to: '/contatos', screen: 'contatos' },
  { key: 'survey', to: '/customer-feedback', screen: 'customer-feedback' },
  { key: 'send', to: '/queues', screen: 'queues' },
  { key: 'dashboard', to: '/cf-dashboard', screen: 'cf-dashboard' },
] as const;

/** What to do first, each with the way there for whoever may go it. */
function FirstSteps({ onGo }: { onGo: () => void }) {
  const { t } = useTranslation('help');
  const { opens } = useMe();
  return (
    <List type="ordered" spacing="sm">
      {steps.map(({ key, to, screen }) => (
        <List.Item key={key}>
          {t(`steps.${key}.text`)}{' '}
          {opens(screen) && (
            <Anchor underline="always" renderRoot={(props) => <Link to={to} onClick={onGo} {...props} />}>
              {t(`steps.${key}.go`)}
            </Anchor>
          )}
        </List.Item>
      ))}
    </List>
  );
}

function Support() {
  const { t } = useTranslation('help');
  const { data } = useQuery(environmentQuery);
  return (
    <Stack gap="md">
      <Text>{t('support.text')}</Text>
      {data && (
        <Group gap="sm">
          <Text fw={600}>{data.support_email}</Text>
          <CopyButton value={data.support_email}>
            {({ copy }) => (
              <Button
                variant="default"
                leftSection={<IconCopy size={16} stroke={1.5} aria-hidden />}
                onClick={() => {
                  copy();
                  noticeSuccess(t('support.copied'));
                }}
              >
                {t('support.copy')}
              </Button>
            )}
          </CopyButton>
          <SupportButton />
        </Group>
      )}
    </Stack>
  );
}
