import type { BulkAction } from '@escuta/contract/bulk-actions';
import { listContacts } from '@escuta/contract/contacts';
import { Button, Group, Paper, Progress, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { bulkActionsQuery, useCancelBulkAction } from '#web/features/contacts/bulk/api.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useMe } from '#web/lib/me.ts';
import { useInvalidate } from '#web/lib/route-query.ts';
import { useErrorText } from '#web/ui/error-text.ts';
import { noticeFailure, noticeSuccess } from '#web/ui/notices.tsx';

/** How far the action on contacts is that runs in the unit; at its end the list is read anew, and it is said what was done. */
export function BulkProgress() {
  const { can } = useMe();
  const { data } = useQuery(bulkActionsQuery(can('contacts.edit')));
  const latest = data?.data[0];
  useEndOf(latest);
  return latest?.status === 'running' ? <Running action={latest} /> : null;
}

/** Tells of the end of an action that was seen to run. */
function useEndOf(latest: BulkAction | undefined): void {
  const { t } = useTranslation('bulk-actions');
  const invalidate = useInvalidate();
  const watched = useRef<BulkAction['_id']>(undefined);
  useEffect(() => {
    if (latest?.status === 'running') watched.current = latest._id;
    if (!latest || latest.status === 'running' || latest._id !== watched.current) return;
    watched.current = undefined;
    invalidate([listContacts]);
    const { status, done, skipped } = latest;
    const count = done - skipped;
    if (status === 'error') noticeFailure(t('failed'));
    else noticeSuccess(t(`ended.${status}`, { count, number: formatNumber(count) }));
  }, [latest, invalidate, t]);
}

function Running({ action }: { action: BulkAction }) {
  const { t } = useTranslation('bulk-actions');
  const { user } = useMe();
  const errorText = useErrorText();
  const cancel = useCancelBulkAction();
  const { kind, tags, total, done } = action;
  return (
    <Paper withBorder p="md" mb="md" component="section" aria-label={t('bar')}>
      <Group justify="space-between" gap="sm" mb="xs">
        <Text>{t(`running.${kind}`, { tags: tags.join(', ') })}</Text>
        <Text c="dimmed" size="sm">
          {t('progress', { done: formatNumber(done), total: formatNumber(total) })}
        </Text>
      </Group>
      <Progress.Root size="sm">
        <Progress.Section
          value={total === 0 ? 0 : (100 * done) / total}
          aria-label={t(`running.${kind}`, { tags: tags.join(', ') })}
        />
      </Progress.Root>
      {action._user?._id === user._id && (
        <Button
          mt="sm"
          variant="subtle"
          size="compact-sm"
          loading={cancel.isPending}
          onClick={() =>
            cancel.mutate({ params: { id: action._id } }, { onError: (error) => noticeFailure(errorText(error)) })
          }
        >
          {t('cancel')}
        </Button>
      )}
    </Paper>
  );
}
