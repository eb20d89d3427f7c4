import type { Capability } from '@escuta/contract/access-policy';
import type { BulkTarget } from '@escuta/contract/bulk-actions';
import type { Contact } from '@escuta/contract/contacts';
import type { SegmentId } from '@escuta/contract/ids';
import type { Segment } from '@escuta/contract/segments';
import { Button, CloseButton, Group, Menu, Paper, Text } from '@mantine/core';
import { IconDownload, IconListCheck, IconPlaylistX, IconTag, IconTrash, IconUserOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BulkErasureDialog } from '#web/features/contacts/bulk/BulkErasureDialog.tsx';
import { ListDialog } from '#web/features/contacts/bulk/ListDialog.tsx';
import { RemovalDialog } from '#web/features/contacts/bulk/RemovalDialog.tsx';
import { TagsDialog } from '#web/features/contacts/bulk/TagsDialog.tsx';
import type { PickedContacts } from '#web/features/contacts/bulk/use-picked-contacts.ts';
import { useSegmentOfId } from '#web/features/contacts/segments/use-segment-of-id.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useMe } from '#web/lib/me.ts';
import { useIsPhone } from '#web/lib/use-is-phone.ts';
import { asidePart } from '#web/ui/aside-part.tsx';
import { totalOf } from '#web/ui/list/rows.ts';
import type { RowsPage } from '#web/ui/list/rows.ts';
import classes from './BulkBar.module.css';

const BackgroundExport = asidePart(() => import('#web/ui/list/BackgroundExport.tsx'), 'BackgroundExport', {
  isAsked: true,
});

const actions = [
  { what: 'tags', text: 'tags.action', Icon: IconTag, permission: 'contacts.edit' },
  { what: 'list', text: 'list.action', Icon: IconListCheck, permission: 'segments.edit' },
  { what: 'removal', text: 'removal.action', Icon: IconPlaylistX, permission: 'segments.edit' },
  { what: 'export', text: 'export.action', Icon: IconDownload, permission: 'contacts.export' },
  { what: 'anonymize', text: 'erasure.anonymize.action', Icon: IconUserOff, permission: 'contacts.erase' },
  { what: 'delete', text: 'erasure.delete.action', Icon: IconTrash, permission: 'contacts.erase' },
] as const satisfies readonly { permission: Capability; [name: string]: unknown }[];
type Asked = (typeof actions)[number]['what'];

interface BulkBarProps {
  readonly picked: PickedContacts;
  /** What the list finds. */
  readonly answer: RowsPage<Contact> | undefined;
  /** The segment or list that it is narrowed to. */
  readonly segment: SegmentId | undefined;
}

/** What can be done to the contacts that are picked; over the foot of the list as long as anybody is. */
export function BulkBar({ picked, answer, segment }: BulkBarProps) {
  const { t } = useTranslation('bulk-actions');
  const narrowedTo = useSegmentOfId(segment);
  // Nobody is taken off a segment: its conditions say who is in it.
  const list = narrowedTo?.kind === 'list' ? narrowedTo : undefined;
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
            <Actions isOfList={list !== undefined} onAsk={ask} />
            <CloseButton aria-label={t('clear')} onClick={picked.clear} />
          </Group>
        </Paper>
      )}
      {target && (
        <Asking asked={asked} target={target} list={list} found={totalOf(answer)} onBack={close} onDone={done} />
      )}
    </>
  );
}

interface ActionsProps {
  /** Those of a list can be taken off it. */
  readonly isOfList: boolean;
  readonly onAsk: (what: Asked) => void;
}

/** On a phone they stand behind one button: side by side they would cover half of the list. */
function Actions({ isOfList, onAsk }: ActionsProps) {
  const { t } = useTranslation('bulk-actions');
  const { can } = useMe();
  const isPhone = useIsPhone();
  const offered = actions.filter(({ what, permission }) => can(permission) && (what !== 'removal' || isOfList));
  const icon = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;
  if (!isPhone)
    return offered.map(({ what, text, Icon }) => (
      <Button key={what} variant="default" leftSection={<Icon {...icon} />} onClick={() => onAsk(what)}>
        {t(text)}
      </Button>
    ));
  return (
    <Menu position="top-end" withinPortal={false} returnFocus>
      <Menu.Target>
        <Button variant="default">{t('actions')}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {offered.map(({ what, text, Icon }) => (
          <Menu.Item key={what} leftSection={<Icon {...icon} />} onClick={() => onAsk(what)}>
            {t(text)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

interface AskingProps {
  readonly asked: Asked | undefined;
  readonly target: BulkTarget;
  readonly list: Segment | undefined;
  /** How many the list finds, where that is known. */
  readonly found: number | undefined;
  readonly onBack: () => void;
  readonly onDone: () => void;
}

/** The question before each of the actions. */
function Asking({ asked, target, list, found, onBack, onDone }: AskingProps) {
  const erasure = asked === 'anonymize' || asked === 'delete' ? asked : undefined;
  return (
    <>
      <TagsDialog opened={asked === 'tags'} target={target} onBack={onBack} onStarted={onDone} />
      <ListDialog opened={asked === 'list'} target={target} onBack={onBack} onDone={onDone} />
      {list && (
        <RemovalDialog opened={asked === 'removal'} target={target} list={list} onBack={onBack} onDone={onDone} />
      )}
      <BulkErasureDialog kind={erasure} target={target} onBack={onBack} onStarted={onDone} />
      {asked === 'export' && (
        <BackgroundExport
          of="contacts"
          {...('filter' in target ? { filter: target.filter } : { filter: {}, contactIds: target.contactIds })}
          found={found}
          isMasked={false}
          onClose={onBack}
        />
      )}
    </>
  );
}
