import { useTranslation } from 'react-i18next';
import { CallError } from '#web/lib/call.ts';
import { formatNumber } from '#web/lib/format.ts';

/** Turns whatever was thrown into a sentence that says what to do. */
export function useErrorText(): (error: unknown) => string {
  const { t, i18n } = useTranslation('errors');
  return (error) => {
    if (error instanceof CallError && i18n.exists(error.code, { ns: 'errors' })) {
      return t(error.code as 'INTERNAL_ERROR', written(error.params));
    }
    return t('INTERNAL_ERROR');
  };
}

/** What a sentence says of an error, its numbers as people write them. */
function written(params: CallError['params']): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, typeof value === 'number' ? formatNumber(value) : value]),
  );
}
