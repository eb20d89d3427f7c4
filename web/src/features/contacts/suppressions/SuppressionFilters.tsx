import { suppressionReasons } from '@escuta/contract/consents';
import { sendChannels } from '@escuta/contract/sends';
import { useTranslation } from 'react-i18next';
import type { SuppressionsSearch } from '#web/features/contacts/suppressions/api.ts';
import { ChoiceFilter } from '#web/ui/list/ChoiceFilter.tsx';

interface SuppressionFiltersProps {
  readonly search: SuppressionsSearch;
  readonly onChange: (part: SuppressionsSearch) => void;
}

/** The channel and the reason that the list is narrowed to. Both are in the address. */
export function SuppressionFilters({ search, onChange }: SuppressionFiltersProps) {
  const { t } = useTranslation(['suppressions', 'responses']);
  return (
    <>
      <ChoiceFilter
        label={t('column.channel')}
        all={t('filter.everyChannel')}
        values={sendChannels}
        nameOf={(value) => t(`responses:channel.${value}`)}
        chosen={search.channel}
        onChoose={(channel) => onChange({ channel })}
        w={{ base: '100%', xs: 192 }}
      />
      <ChoiceFilter
        label={t('column.reason')}
        all={t('filter.everyReason')}
        values={suppressionReasons}
        nameOf={(value) => t(`reason.${value}`)}
        chosen={search.reason}
        onChoose={(reason) => onChange({ reason })}
        w={{ base: '100%', xs: 352 }}
      />
    </>
  );
}
