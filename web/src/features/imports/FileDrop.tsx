import { importLimits } from '@escuta/contract/imports';
import { Text } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#web/lib/format.ts';
import { useIsTouch } from '#web/lib/use-is-touch.ts';
import classes from './ImporterPage.module.css';

interface FileDropProps {
  /** It comes back in place of what had the focus. */
  readonly takesFocus: boolean;
  readonly onFile: (file: File) => void;
}

/** A file field as large as its frame: a click, a key or a dropped file all reach the same native field. */
export function FileDrop({ takesFocus, onFile }: FileDropProps) {
  const { t } = useTranslation('imports');
  const isTouch = useIsTouch();
  const [isOver, setOver] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus) field.current?.focus();
  }, [takesFocus]);
  const take = (files: FileList | null) => {
    const [file] = files ?? [];
    if (file) onFile(file);
  };
  return (
    <div className={classes['drop']} data-over={isOver || undefined}>
      <IconFileUpload size={40} stroke={1.25} aria-hidden className={classes['dropIcon']} />
      <Text fw={600} size="lg" ta="center">
        {t(isTouch ? 'importer.file.tap' : 'importer.file.drop')}
      </Text>
      <span className={classes['choose']} aria-hidden="true">
        {t('importer.file.choose')}
      </span>
      <Text c="dimmed" size="sm" ta="center" id="import-file-limits">
        {t('importer.file.limits', {
          csv: importLimits.csvMegabytes,
          xlsx: importLimits.xlsxMegabytes,
          count: importLimits.rows,
          rows: formatNumber(importLimits.rows),
        })}
      </Text>
      <input
        ref={field}
        type="file"
        accept=".csv,.txt,.tsv,.xlsx,.xlsm"
        aria-label={t('importer.file.choose')}
        aria-describedby="import-file-limits"
        className={classes['field']}
        onChange={(event) => {
          take(event.currentTarget.files);
          // The same file, corrected, may be chosen again.
          event.currentTarget.value = '';
        }}
        onDragEnter={() => setOver(true)}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          take(event.dataTransfer.files);
        }}
      />
    </div>
  );
}
