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
  /** Only the number of these rows and the sign, small enough for a cell of a table. */
  readonly isCompact?: boolean;
}

/** Saves the rows that were refused or came in with a warning, with their reasons; what failed is said beside the button. */
export function ErrorsDownload({ entry, isCompact = false }: ErrorsDownloadProps) {
  const { t } = useTranslation('imports');
  const download = useDownloadErrors();
  const errorText = useErrorText();
  const count = entry.counts.rejected + entry.counts.warned;
  const figure = formatNumber(count);
  const kind = entry.counts.rejected === 0 ? 'warned' : entry.counts.warned === 0 ? 'rejected' : 'both';
  return (
    <div className={classes['download']} data-compact={isCompact || undefined}>
      <Tooltip label={t('downloadErrors')} disabled={!isCompact}>
        <Button
          variant="default"
          size={isCompact ? 'compact-sm' : 'sm'}
          leftSection={<IconDownload size={14} stroke={1.5} aria-hidden />}
          aria-label={isCompact ? t('downloadErrorsOf', { count, figure, file: entry.file_name }) : undefined}
          loading={download.isPending}
          onClick={() => download.mutate(entry)}
        >
          {isCompact ? <span className="figures">{figure}</span> : t(`downloadRows.${kind}`, { count, figure })}
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
