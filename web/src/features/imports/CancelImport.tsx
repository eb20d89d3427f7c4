import type { Import } from '@escuta/contract/imports';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCancelImport } from '#web/features/imports/api.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { useErrorText } from '#web/ui/error-text.ts';

/** Stops an import that is under way, once the person has read what stays. */
export function CancelImport({ entry: { _id, file_name: file } }: { entry: Pick<Import, '_id' | 'file_name'> }) {
  const { t } = useTranslation('imports');
  const errorText = useErrorText();
  const [isAsking, setAsking] = useState(false);
  const cancelling = useCancelImport();
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {t('cancel.action')}
      </Button>
      {cancelling.error && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {errorText(cancelling.error)}
        </Text>
      )}
      <ConfirmDialog
        opened={isAsking}
        title={t('cancel.title', { file })}
        text={t('cancel.text')}
        confirmLabel={t('cancel.action')}
        isDestructive
        isBusy={cancelling.isPending}
        onConfirm={() => cancelling.mutate({ params: { id: _id } }, { onSettled: () => setAsking(false) })}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
