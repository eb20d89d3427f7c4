import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '#web/ui/EmptyState.tsx';

/** In the place of rows that a search or filters leave none of: says so, and takes the filters back. */
export function NothingFound({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation('ui');
  return (
    <EmptyState
      drawing="search"
      title={t('empty.filtered')}
      action={
        <Button variant="default" onClick={onClear}>
          {t('empty.clear')}
        </Button>
      }
    />
  );
}
