import { fileDelimiters, fileEncodings } from '@escuta/contract/imports';
import type { FileLayout, ImportPreview } from '@escuta/contract/imports';
import { NativeSelect, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#web/lib/format.ts';
import { Fact, Facts } from '#web/ui/Facts.tsx';
import classes from './ImporterPage.module.css';

const delimiterNames = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar', ':': 'colon' } as const;

interface LayoutChoiceProps {
  readonly preview: ImportPreview;
  /** What was chosen last, while the file is read again with it. */
  readonly layout: FileLayout | undefined;
  readonly onLayout: (layout: FileLayout) => void;
}

interface FoundFileProps extends LayoutChoiceProps {
  readonly hasHeader: boolean;
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
      <div className={classes['found']}>
        <Facts>
          {facts.map(({ name, value }) => (
            <Fact key={name} name={name}>
              {value}
            </Fact>
          ))}
        </Facts>
      </div>
      {preview.format === 'xlsx' ? (
        <SheetChoice {...{ preview, layout, onLayout }} />
      ) : (
        <TextChoice {...{ preview, layout, onLayout }} />
      )}
    </>
  );
}

/** How the text of a CSV file becomes cells. */
function TextChoice({ preview, layout, onLayout }: LayoutChoiceProps) {
  const { t } = useTranslation('imports');
  const chosen = layout && 'encoding' in layout ? layout : null;
  const { encoding, delimiter } = chosen ?? {
    encoding: preview.encoding ?? 'utf-8',
    delimiter: preview.delimiter ?? ',',
  };
  return (
    <>
      <div className={classes['layout']}>
        <NativeSelect
          label={t('importer.check.encoding')}
          data={fileEncodings.map((value) => ({ value, label: t(`encoding.${value}`) }))}
          value={encoding}
          onChange={(event) => onLayout({ delimiter, encoding: event.currentTarget.value as typeof encoding })}
        />
        <NativeSelect
          label={t('importer.check.delimiter')}
          data={fileDelimiters.map((value) => ({ value, label: t(`delimiter.${delimiterNames[value]}`) }))}
          value={delimiter}
          onChange={(event) => onLayout({ encoding, delimiter: event.currentTarget.value as typeof delimiter })}
        />
      </div>
      <Text c="dimmed" size="sm">
        {t('importer.check.layoutText')}
      </Text>
    </>
  );
}

/** Which sheet of a workbook is meant, where it has several. */
function SheetChoice({ preview: { sheets, sheet }, layout, onLayout }: LayoutChoiceProps) {
  const { t } = useTranslation('imports');
  if (sheets.length < 2) return null;
  const chosen = layout && 'sheet' in layout ? layout.sheet : sheet;
  return (
    <div className={classes['layout']}>
      <NativeSelect
        label={t('importer.check.sheet')}
        description={t('importer.check.sheetText')}
        data={sheets.map((name, at) => ({ value: `${at}`, label: name }))}
        value={`${chosen}`}
        onChange={(event) => onLayout({ sheet: Number(event.currentTarget.value) })}
      />
    </div>
  );
}
