import type { MaintenanceForm } from '@escuta/contract/maintenance';
import { Button, getDefaultZIndex, Group, Modal, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { closesAlone } from '#web/ui/over-layers.ts';
import { SupportButton } from '#web/ui/SupportButton.tsx';
import type { CallError, Interruption } from '#web/lib/call.ts';
import { formatInstant } from '#web/lib/format.ts';
import { currentLanguage } from '#web/lib/language.ts';

interface InterruptionDialogProps {
  readonly why: Interruption;
  readonly refusal: CallError;
  readonly onClose: () => void;
}

/** Over every page: the platform is shut (DIALOG-03), the role may not do this (DIALOG-01), the company is inactive (SESSION-11). */
export function InterruptionDialog({ why, refusal, onClose }: InterruptionDialogProps) {
  const { t } = useTranslation(['installation', 'ui']);
  const kind = why === 'ended' ? 'inactive' : why;
  return (
    <Modal
      opened
      onClose={onClose}
      {...closesAlone(onClose)}
      title={t(`installation:${kind}.title`)}
      closeButtonProps={{ 'aria-label': t('ui:dialog.close') }}
      // Over the dialog that asks to sign in again, too: this one says why that will not help.
      zIndex={getDefaultZIndex('overlay') + 1}
    >
      <Stack gap="sm">
        {kind === 'maintenance' ? (
          <MaintenanceText {...refusal.params} />
        ) : (
          <Text>{t(`installation:${kind}.text`)}</Text>
        )}
      </Stack>
      <Group justify="flex-end" mt="xl" gap="sm">
        <Button variant="default" data-autofocus onClick={onClose}>
          {t('ui:dialog.close')}
        </Button>
        {kind === 'inactive' && <SupportButton />}
      </Group>
    </Modal>
  );
}

/** What the internal admin wrote, if anything, and until when it is thought to take. */
function MaintenanceText({ text, until }: Partial<MaintenanceForm>) {
  const { t } = useTranslation('installation');
  return (
    <>
      <Text>{t('maintenance.text')}</Text>
      {text && <Text style={{ whiteSpace: 'pre-line' }}>{text[currentLanguage()]}</Text>}
      {until && <Text>{t('maintenance.until', { time: formatInstant(until) })}</Text>}
    </>
  );
}
