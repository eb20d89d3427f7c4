import type { Import } from '@escuta/contract/imports';
import { Button, Text, Tooltip } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useDownloadErrors } from '#web/features/imports/api.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useErrorText } from '#web/ui/error-text.ts';
import classes from './ErrorsDownload.module.css';

interface ErrorsDownloadProps {
  readonly entry: Pick<Import, '_id' | 'file_name' | 'counts'>;
  /** Only the number of these rows and the sign, small enough for a cell of a table; the file has the others too. */
  readonly only?: 'rejected' | 'warned';
}

/** Saves the rows that were refused or came in with a warning, with their reasons; what failed is said beside the button. */
export function ErrorsDownload({ entry, only }: ErrorsDownloadProps) {
  const { t } = useTranslation('imports');
  const download = useDownloadErrors();
  const errorText = useErrorText();
  const { rejected, warned } = entry.counts;
  const kind = rejected === 0 ? 'warned' : warned === 0 ? 'rejected' : 'both';
  const figures = { rejected: formatNumber(rejected), warned: formatNumber(warned) };
  const what = t(`downloadRows.${kind}`, { count: rejected + warned, figure: formatNumber(rejected + warned) });
  return (
    <div className={classes['download']} data-compact={only !== undefined || undefined}>
      <Tooltip label={what} disabled={!only}>
        <Button
          variant="default"
          size={only ? 'compact-sm' : 'sm'}
          leftSection={<IconDownload size={14} stroke={1.5} aria-hidden />}
          aria-label={only ? t('downloadErrorsOf', { ...figures, file: entry.file_name }) : undefined}
          loading={download.isPending}
          onClick={() => download.mutate(entry)}
        >
          {only ? <span className="figures">{figures[only]}</span> : what}
        </Button>
      </Tooltip>
      {download.error && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert" className={classes['failure'] ?? ''}>
          {errorText(download.error)}
        </Text>
      )}
    </div>
  );
}
