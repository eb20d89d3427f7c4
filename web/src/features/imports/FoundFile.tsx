import type { ImportPreview } from '@escuta/contract/imports';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#web/lib/format.ts';
import classes from './ImporterPage.module.css';

const delimiterNames = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar', ':': 'colon' } as const;

/** How we read the file, in words. */
export function FoundFile({ preview, hasHeader }: { preview: ImportPreview; hasHeader: boolean }) {
  const { fileName, encoding, delimiter, rowCount } = preview;
  const { t } = useTranslation('imports');
  const facts = [
    { name: t('importer.check.file'), value: fileName },
    { name: t('importer.check.rows'), value: formatNumber(rowCount + Number(preview.hasHeader) - Number(hasHeader)) },
    { name: t('importer.check.encoding'), value: t(`encoding.${encoding}`) },
    { name: t('importer.check.delimiter'), value: t(`delimiter.${delimiterNames[delimiter]}`) },
  ];
  return (
    <dl className={classes['facts']}>
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd title={value}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
