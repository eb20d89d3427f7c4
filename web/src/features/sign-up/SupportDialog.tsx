import { Anchor, Button, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { environmentQuery } from '#web/lib/environment.ts';

/** How the support is reached: its chat, where there is one, and its e-mail. */
export function SupportDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation(['sign-up', 'ui']);
  const [isCopied, setCopied] = useState(false);
  const { data } = useQuery({ ...environmentQuery, enabled: opened });
  const copy = async (email: string) => {
    await navigator.clipboard.writeText(email);
    setCopied(true);
  };
  const close = () => {
    setCopied(false);
    onClose();
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={t('help.title')}
      closeButtonProps={{ 'aria-label': t('ui:dialog.close') }}
    >
      <Stack gap="md">
        <Text>{t('help.text')}</Text>
        {data && (
          <>
            <Anchor href={`mailto:${data.support_email}`} data-alone>
              {data.support_email}
            </Anchor>
            <Button variant="default" onClick={() => void copy(data.support_email)}>
              {t(isCopied ? 'help.copied' : 'help.copy')}
            </Button>
            {data.support_chat_url !== null && (
              <Button component="a" href={data.support_chat_url} target="_blank" rel="noopener">
                {t('help.chat')}
              </Button>
            )}
          </>
        )}
      </Stack>
    </Modal>
  );
}
