import { useTranslation } from 'react-i18next';
import { CallError } from '#web/lib/call.ts';

/** Turns whatever was thrown into a sentence that says what to do. */
export function useErrorText(): (error: unknown) => string {
  const { t, i18n } = useTranslation('errors');
  return (error) => {
    if (error instanceof CallError && i18n.exists(error.code, { ns: 'errors' })) {
      return t(error.code as 'INTERNAL_ERROR', { ...error.params });
    }
    return t('INTERNAL_ERROR');
  };
}
