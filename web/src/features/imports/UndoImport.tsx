import type { Import } from '@escuta/contract/imports';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUndoImport } from '#web/features/imports/api.ts';
import { formatInstant } from '#web/lib/format.ts';
import { useMe } from '#web/lib/me.ts';
import { now } from '#web/lib/time.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { useErrorText } from '#web/ui/error-text.ts';

interface UndoImportProps {
  readonly entry: Pick<Import, '_id' | 'type' | 'file_name'>;
  readonly until: string;
}

/** Takes back what an import did, once the person has read what that leaves alone. */
export function UndoImport({ entry: { _id, type, file_name: file }, until }: UndoImportProps) {
  const { t } = useTranslation('imports');
  const errorText = useErrorText();
  const { business } = useMe();
  const [isAsking, setAsking] = useState(false);
  const undoing = useUndoImport();
  if (new Date(until) < now()) return null;
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {t('undo.action')}
      </Button>
      {undoing.error && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {errorText(undoing.error)}
        </Text>
      )}
      <ConfirmDialog
        opened={isAsking}
        title={t('undo.title', { file })}
        text={t(`undo.text.${type}`, { until: formatInstant(until, business.timezone) })}
        confirmLabel={t('undo.action')}
        isDestructive
        isBusy={undoing.isPending}
        onConfirm={() => undoing.mutate({ params: { id: _id } }, { onSettled: () => setAsking(false) })}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
