import { fileDelimiters, fileEncodings } from '@escuta/contract/imports';
import type { ImportPreview } from '@escuta/contract/imports';
import { NativeSelect, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { FileLayout } from '#web/features/imports/api.ts';
import { formatNumber } from '#web/lib/format.ts';
import classes from './ImporterPage.module.css';

const delimiterNames = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar', ':': 'colon' } as const;

interface FoundFileProps {
  readonly preview: ImportPreview;
  readonly hasHeader: boolean;
  /** How the file is being read: what was chosen last, found or not. */
  readonly layout: FileLayout;
  readonly onLayout: (layout: FileLayout) => void;
}

/** What the file is, and how we read it, which the person may correct. */
export function FoundFile({ preview, hasHeader, layout, onLayout }: FoundFileProps) {
  const { t } = useTranslation('imports');
  const facts = [
    { name: t('importer.check.file'), value: preview.fileName },
    {
      name: t('importer.check.rows'),
      value: formatNumber(preview.rowCount + Number(preview.hasHeader) - Number(hasHeader)),
    },
  ];
  return (
    <>
      <dl className={classes['facts']}>
        {facts.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd title={value}>{value}</dd>
          </div>
        ))}
      </dl>
      <div className={classes['layout']}>
        <NativeSelect
          label={t('importer.check.encoding')}
          data={fileEncodings.map((value) => ({ value, label: t(`encoding.${value}`) }))}
          value={layout.encoding}
          onChange={(event) => onLayout({ ...layout, encoding: event.currentTarget.value as FileLayout['encoding'] })}
        />
        <NativeSelect
          label={t('importer.check.delimiter')}
          data={fileDelimiters.map((value) => ({ value, label: t(`delimiter.${delimiterNames[value]}`) }))}
          value={layout.delimiter}
          onChange={(event) => onLayout({ ...layout, delimiter: event.currentTarget.value as FileLayout['delimiter'] })}
        />
      </div>
      <Text c="dimmed" size="sm">
        {t('importer.check.layoutText')}
      </Text>
    </>
  );
}
