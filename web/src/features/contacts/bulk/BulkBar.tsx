import type { BulkTarget } from '@escuta/contract/bulk-actions';
import type { Contact } from '@escuta/contract/contacts';
import { Button, CloseButton, Group, Paper, Text } from '@mantine/core';
import { IconTag, IconTrash, IconUserOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BulkErasureDialog } from '#web/features/contacts/bulk/BulkErasureDialog.tsx';
import { TagsDialog } from '#web/features/contacts/bulk/TagsDialog.tsx';
import type { PickedContacts } from '#web/features/contacts/bulk/use-picked-contacts.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useMe } from '#web/lib/me.ts';
import type { RowsPage } from '#web/ui/list/rows.ts';
import classes from './BulkBar.module.css';

type Asked = 'tags' | 'anonymize' | 'delete';

interface BulkBarProps {
  readonly picked: PickedContacts;
  /** What the list finds. */
  readonly answer: RowsPage<Contact> | undefined;
}

/** What can be done to the contacts that are picked; over the foot of the list as long as anybody is. */
export function BulkBar({ picked, answer }: BulkBarProps) {
  const { t } = useTranslation('bulk-actions');
  const { can } = useMe();
  const { total = 0, totalIsAtLeast: isAtLeast = false } = answer ?? {};
  const [asked, setAsked] = useState<Asked>();
  const [target, setTarget] = useState<BulkTarget>();
  const ask = (what: Asked) => {
    setTarget(picked.target);
    setAsked(what);
  };
  const close = () => setAsked(undefined);
  const done = () => {
    close();
    picked.clear();
  };
  const icon = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;
  return (
    <>
      {picked.target && (
        <Paper component="section" aria-label={t('bar')} shadow="md" className={classes['bar'] ?? ''}>
          <Group gap="sm">
            <Text fw={500} component="output">
              {picked.isAll && isAtLeast
                ? t('pickedFound')
                : t('picked', { count: picked.count, number: formatNumber(picked.count) })}
            </Text>
            {picked.canPickAll && (
              <Button variant="subtle" size="compact-sm" onClick={picked.pickAll}>
                {isAtLeast ? t('pickFound') : t('pickAll', { number: formatNumber(total) })}
              </Button>
            )}
          </Group>
          <Group gap="xs">
            <Button variant="default" leftSection={<IconTag {...icon} />} onClick={() => ask('tags')}>
              {t('tags.action')}
            </Button>
            {can('contacts.erase') && (
              <>
                <Button variant="default" leftSection={<IconUserOff {...icon} />} onClick={() => ask('anonymize')}>
                  {t('erasure.anonymize.action')}
                </Button>
                <Button variant="default" leftSection={<IconTrash {...icon} />} onClick={() => ask('delete')}>
                  {t('erasure.delete.action')}
                </Button>
              </>
            )}
            <CloseButton aria-label={t('clear')} onClick={picked.clear} />
          </Group>
        </Paper>
      )}
      {target && <TagsDialog opened={asked === 'tags'} target={target} onBack={close} onStarted={done} />}
      {target && (
        <BulkErasureDialog
          kind={asked === 'tags' ? undefined : asked}
          target={target}
          onBack={close}
          onStarted={done}
        />
      )}
    </>
  );
}
