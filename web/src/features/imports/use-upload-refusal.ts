import { fileKinds, importLimits, uploadContactsFile } from '@escuta/contract/imports';
import { useTranslation } from 'react-i18next';
import { isRefusal } from '#web/lib/call.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useErrorText } from '#web/ui/error-text.ts';

/**
 * Turns a refused file into a sentence that says what to do; a file that is no table gets the advice for what it is, one
 * that is too large the limits.
 */
export function useUploadRefusal(): (error: unknown) => string {
  const { t } = useTranslation('imports');
  const errorText = useErrorText();
  return (error) => {
    if (isRefusal(uploadContactsFile, error, 'TOO_LARGE'))
      return t('tooLarge', { csv: importLimits.csvMegabytes, xlsx: importLimits.xlsxMegabytes });
    if (isRefusal(uploadContactsFile, error, 'TOO_MANY_ROWS'))
      return t('tooManyRows', { most: formatNumber(importLimits.rows) });
    if (!isRefusal(uploadContactsFile, error, 'FILE_NOT_TABLE')) return errorText(error);
    const kind = fileKinds.find((known) => known === error.params['kind']);
    return kind ? t(`notTable.${kind}`) : errorText(error);
  };
}
