import { contactFieldNames } from '@escuta/contract/contact-fields';
import { Anchor, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { saveFile } from '#web/lib/attached-file.ts';
import { currentLanguage } from '#web/lib/language.ts';

const fields = [...contactFieldNames, 'company'] as const;

/** A small file of contacts with the columns that we know, to fill in. */
export function SampleFile() {
  const { t } = useTranslation('imports');
  const rows = [fields.map((field) => t(`field.${field}`)), fields.map((field) => t(`sample.${field}`))];
  return <SampleLink fileName={t('sample.fileName')} rows={rows} />;
}

interface SampleLinkProps {
  readonly fileName: string;
  /** The header, and what may stand under it. */
  readonly rows: readonly (readonly string[])[];
}

/** Offers a small file to fill in. */
export function SampleLink({ fileName, rows }: SampleLinkProps) {
  const { t } = useTranslation('imports');
  function save(): void {
    // Spreadsheets in Portuguese and Spanish expect semicolons, and the mark tells them that this is UTF-8.
    const delimiter = currentLanguage() === 'en' ? ',' : ';';
    const text = rows.map((row) => `${row.join(delimiter)}\r\n`).join('');
    saveFile(new Blob([`\ufeff${text}`], { type: 'text/csv' }), fileName);
  }
  return (
    <Text c="dimmed">
      {t('sample.text')}{' '}
      <Anchor component="button" type="button" underline="always" data-alone onClick={save}>
        {t('sample.download')}
      </Anchor>
    </Text>
  );
}
