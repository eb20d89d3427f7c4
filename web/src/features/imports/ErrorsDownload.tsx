import type { Import } from '@escuta/contract/imports';
import { Button, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useDownloadErrors } from '#web/features/imports/api.ts';
import { useErrorText } from '#web/ui/error-text.ts';
import classes from './ErrorsDownload.module.css';

/** Saves the refused rows with their reasons; what failed is said beside the button. */
export function ErrorsDownload({ entry }: { entry: Pick<Import, '_id' | 'file_name'> }) {
  const { t } = useTranslation('imports');
  const download = useDownloadErrors();
  const errorText = useErrorText();
  return (
    <div className={classes['download']}>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconDownload size={14} stroke={1.5} aria-hidden />}
        aria-label={t('downloadErrorsOf', { file: entry.file_name })}
        loading={download.isPending}
        onClick={() => download.mutate(entry)}
      >
        {t('downloadErrors')}
      </Button>
      {download.error && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert" className={classes['failure'] ?? ''}>
          {errorText(download.error)}
        </Text>
      )}
    </div>
  );
}
