import { exportKinds, kindOfExport } from '@escuta/contract/export-types';
import type { Notification, NotificationContent } from '@escuta/contract/notifications';
import { Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatInstant, formatNumber } from '#web/lib/format.ts';
import { cardLink } from '#web/lib/import-pages.ts';
import { mayLeave } from '#web/lib/leaving.ts';
import { useMe } from '#web/lib/me.ts';
import { chooseUnit } from '#web/lib/unit.ts';
import classes from './NotificationBell.module.css';

/** One thing that the user was told; it leads to what it speaks of, in the unit that has it. */
export function NotificationItem({ notification, onOpen }: { notification: Notification; onOpen: () => void }) {
  const { t } = useTranslation('notifications');
  const { business, businesses, opens } = useMe();
  const router = useRouter();
  const { content, read, created_at } = notification;
  const unit = businesses.find(({ _id }) => _id === content.businessUnitId);
  const go = async () => {
    onOpen();
    const isImport = 'importId' in content;
    if (!unit || !opens(isImport ? 'importer' : 'exports') || !(await mayLeave())) return;
    if (unit._id !== business._id) chooseUnit(unit._id);
    await (isImport
      ? router.navigate({ ...cardLink({ _id: content.importId, type: content.type }), ignoreBlocker: true })
      : router.navigate({ to: '/exports/$id', params: { id: content.exportId }, ignoreBlocker: true }));
  };
  return (
    <li>
      <UnstyledButton className={classes['item'] ?? ''} data-unread={!read || undefined} onClick={() => void go()}>
        {!read && <VisuallyHidden>{t('isUnread')}</VisuallyHidden>}
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {useSentence(content)}
        </Text>
        <Text size="xs" c="dimmed">
          {formatInstant(created_at, business.timezone)}
          {unit && businesses.length > 1 && ` · ${unit.nome}`}
        </Text>
      </UnstyledButton>
    </li>
  );
}

function useSentence(content: NotificationContent): string {
  const { t } = useTranslation('notifications');
  if (content.kind === 'export_failed') return t('exportFailed');
  if (content.kind === 'export_finished') {
    const { type, exported } = content;
    const count = { count: exported, figure: formatNumber(exported) };
    return t(`exportFinished.${exportKinds[kindOfExport(type)].counts}`, count);
  }
  const { fileName } = content;
  if (content.kind === 'import_failed') return t('importFailed', { fileName });
  const { type, imported, rejected } = content;
  const came = t(`importFinished.${type}`, { fileName, count: imported, figure: formatNumber(imported) });
  return rejected > 0 ? `${came} ${t('rejected', { count: rejected, figure: formatNumber(rejected) })}` : came;
}
