import { suppressionReasons } from '@escuta/contract/consents';
import { sendChannels } from '@escuta/contract/sends';
import { useTranslation } from 'react-i18next';
import type { SuppressionsSearch } from '#web/features/contacts/suppressions/api.ts';
import { Select } from '#web/ui/Select.tsx';

interface SuppressionFiltersProps {
  readonly search: SuppressionsSearch;
  readonly onChange: (part: SuppressionsSearch) => void;
}

/** The channel and the reason that the list is narrowed to. Both are in the address. */
export function SuppressionFilters({ search, onChange }: SuppressionFiltersProps) {
  const { t } = useTranslation(['suppressions', 'responses']);
  return (
    <>
      <Select
        aria-label={t('column.channel')}
        placeholder={t('filter.everyChannel')}
        w={{ base: '100%', xs: 192 }}
        clearable
        clearButtonProps={{ 'aria-label': t('filter.clear', { filter: t('column.channel') }) }}
        data={sendChannels.map((value) => ({ value, label: t(`responses:channel.${value}`) }))}
        value={search.channel ?? null}
        onChange={(value) => onChange({ channel: sendChannels.find((one) => one === value) })}
      />
      <Select
        aria-label={t('column.reason')}
        placeholder={t('filter.everyReason')}
        w={{ base: '100%', xs: 352 }}
        clearable
        clearButtonProps={{ 'aria-label': t('filter.clear', { filter: t('column.reason') }) }}
        data={suppressionReasons.map((value) => ({ value, label: t(`reason.${value}`) }))}
        value={search.reason ?? null}
        onChange={(value) => onChange({ reason: suppressionReasons.find((one) => one === value) })}
      />
    </>
  );
}
