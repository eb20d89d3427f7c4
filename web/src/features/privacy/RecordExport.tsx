import { writtenFormats } from '@escuta/contract/file-formats';
import { Button, Loader, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useExportRecord } from '#web/features/privacy/api.ts';
import { useErrorText } from '#web/ui/error-text.ts';
import { noticeFailure } from '#web/ui/notices.tsx';

/**
 * Saves the record of processing (PRIVACY-23) as a file of the kind that is chosen.
 * NOTE: a disabled button loses the focus of whoever has just pressed it, so while the file comes this one is only busy.
 */
export function RecordExport() {
  const { t } = useTranslation('privacy');
  const errorText = useErrorText();
  const { isPending, mutate } = useExportRecord();
  const icon = isPending ? <Loader size={16} color="inherit" /> : <IconDownload size={16} stroke={1.5} aria-hidden />;
  return (
    <Menu position="bottom-end" withinPortal={false} disabled={isPending} returnFocus>
      <Menu.Target>
        <Button leftSection={icon} aria-busy={isPending}>
          {t('subProcessors.record.export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {writtenFormats.map((format) => (
          <Menu.Item
            key={format}
            onClick={() => mutate(format, { onError: (error) => noticeFailure(errorText(error)) })}
          >
            {t(`subProcessors.record.${format}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
