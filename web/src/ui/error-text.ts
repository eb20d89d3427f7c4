import { useTranslation } from 'react-i18next';
import { CallError } from '#web/lib/call.ts';

/**
 * Turns whatever was thrown into a sentence that says what to do. `writeNumber` writes its numbers as people do: no part of this
 * file, which the first page loads.
 */
export function useErrorText(writeNumber: (value: number) => string = String): (error: unknown) => string {
  const { t, i18n } = useTranslation('errors');
  return (error) => {
    if (error instanceof CallError && i18n.exists(error.code, { ns: 'errors' })) {
      return t(error.code as 'INTERNAL_ERROR', written(error.params, writeNumber));
    }
    return t('INTERNAL_ERROR');
  };
}

function written(params: CallError['params'], writeNumber: (value: number) => string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, typeof value === 'number' ? writeNumber(value) : value]),
  );
}
