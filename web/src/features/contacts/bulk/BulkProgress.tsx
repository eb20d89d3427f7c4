import type { BulkAction } from '@escuta/contract/bulk-actions';
import { tagsMax } from '@escuta/contract/contact-particulars';
import { listContacts } from '@escuta/contract/contacts';
import { Button, Group, Paper, Progress, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { bulkActionsQuery, useCancelBulkAction } from '#web/features/contacts/bulk/api.ts';
import { isWatched, unwatchAction, watchAction } from '#web/features/contacts/bulk/watched-action.ts';
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
  useEndOf(data?.data);
  return latest?.status === 'running' ? <Running action={latest} /> : null;
}

/** Tells of the end of an action that was begun in this tab or seen to run there, also where that was before it was loaded again. */
function useEndOf(actions: readonly BulkAction[] | undefined): void {
  const invalidate = useInvalidate();
  const endText = useEndText();
  const unit = useMe().business._id;
  useEffect(() => {
    const ended = actions?.find(({ _id, status }) => status !== 'running' && isWatched(unit, _id));
    if (ended) {
      unwatchAction(unit);
      invalidate([listContacts]);
      (ended.status === 'error' ? noticeFailure : noticeSuccess)(endText(ended));
    }
    const latest = actions?.[0];
    if (latest?.status === 'running') watchAction(unit, latest._id);
  }, [actions, invalidate, endText, unit]);
}

/** Says of how many contacts an action was, and how many it left out and why. */
function useEndText(): (ended: BulkAction) => string {
  const { t } = useTranslation('bulk-actions');
  return useCallback(
    ({ kind, status, done, skipped }) => {
      if (status === 'error' || status === 'running') return t('failed');
      const count = done - skipped;
      const ended = t(`ended.${status}`, { count, number: formatNumber(count) });
      if (skipped === 0) return ended;
      return `${ended} ${t(`leftOut.${kind}`, { count: skipped, number: formatNumber(skipped), most: tagsMax })}`;
    },
    [t],
  );
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
