import type { Segment } from '@escuta/contract/segments';
import { Menu, Text } from '@mantine/core';
import { IconCursorText, IconPencil, IconSend, IconTrash, IconUsers } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatInstant, formatNumber } from '#web/lib/format.ts';
import { useMe } from '#web/lib/me.ts';
import type { Column } from '#web/ui/list/column.ts';
import { RowActions } from '#web/ui/list/RowActions.tsx';
import { NoValue } from '#web/ui/NoValue.tsx';
import classes from '#web/ui/list/row-link.module.css';

interface SegmentHandlers {
  /** A list, of which nothing else can be changed. */
  readonly rename: (segment: Segment) => void;
  readonly remove: (segment: Segment) => void;
}

const icon = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;

/** What the list says of each segment or list of contacts. */
export function useSegmentColumns(handlers: SegmentHandlers): Column<Segment>[] {
  const { t } = useTranslation('segments');
  const { can, business } = useMe();
  const when = (instant: string) => formatInstant(instant, business.timezone);
  return [
    {
      key: 'name',
      header: t('column.name'),
      widthMin: 180,
      orders: [{ by: 'name', direction: 'ascending', isDefault: true }],
      cell: (segment) => <SegmentName segment={segment} />,
    },
    { key: 'kind', header: t('column.kind'), width: 120, cell: ({ kind }) => t(`kind.${kind}`) },
    {
      key: 'contacts',
      header: t('column.contacts'),
      width: 120,
      align: 'end',
      card: 'named',
      cell: ({ kind, contacts, counted_at }) =>
        contacts === null ? (
          <NoValue />
        ) : (
          <span title={kind === 'segment' ? t('countedAt', { when: when(counted_at) }) : undefined}>
            {formatNumber(contacts)}
          </span>
        ),
    },
    {
      key: 'used',
      header: t('column.used'),
      width: 190,
      choice: 'shown',
      cell: ({ used_by }) =>
        used_by === 0 ? <NoValue /> : t('usedBy', { count: used_by, number: formatNumber(used_by) }),
    },
    {
      key: 'changed',
      header: t('column.changed'),
      width: 180,
      card: 'none',
      choice: 'shown',
      orders: [{ by: 'updated_at', direction: 'descending' }],
      cell: ({ updated_at }) => when(updated_at),
    },
    ...(can('segments.edit')
      ? [
          {
            key: 'actions',
            header: t('column.actions'),
            width: 88,
            align: 'end',
            card: 'corner',
            cell: (segment) => <SegmentActions segment={segment} {...handlers} />,
          } satisfies Column<Segment>,
        ]
      : []),
  ];
}

/** A segment is opened by its name where it can be changed; the contacts of any other one. */
function SegmentName({ segment: { _id, name, kind } }: { segment: Segment }) {
  const { can } = useMe();
  const text = (
    <Text inherit span lineClamp={2}>
      {name}
    </Text>
  );
  return kind === 'segment' && can('segments.edit') ? (
    <Link to="/contatos/segmentos/$id" params={{ id: _id }} className={classes['link']} title={name}>
      {text}
    </Link>
  ) : (
    <Link to="/contatos" search={{ segment: _id }} className={classes['link']} title={name}>
      {text}
    </Link>
  );
}

function SegmentActions({ segment, rename, remove }: SegmentHandlers & { readonly segment: Segment }) {
  const { t } = useTranslation('segments');
  const { can } = useMe();
  const { _id, name, kind } = segment;
  return (
    // The row opens its page at a click; what stands in it has its own.
    <div onClick={(event) => event.stopPropagation()} role="presentation">
      <RowActions label={t('actionsOf', { name })}>
        <Menu.Item
          leftSection={<IconUsers {...icon} />}
          renderRoot={(props) => <Link to="/contatos" search={{ segment: _id }} {...props} />}
        >
          {t('seeContacts')}
        </Menu.Item>
        {can('sends.create') && (
          <Menu.Item
            leftSection={<IconSend {...icon} />}
            renderRoot={(props) => <Link to="/sends/new" search={{ segmentId: _id }} {...props} />}
          >
            {t('send')}
          </Menu.Item>
        )}
        {kind === 'list' ? (
          <Menu.Item leftSection={<IconCursorText {...icon} />} onClick={() => rename(segment)}>
            {t('rename')}
          </Menu.Item>
        ) : (
          <Menu.Item
            leftSection={<IconPencil {...icon} />}
            renderRoot={(props) => <Link to="/contatos/segmentos/$id" params={{ id: _id }} {...props} />}
          >
            {t('edit')}
          </Menu.Item>
        )}
        <Menu.Item color="red.9" leftSection={<IconTrash {...icon} />} onClick={() => remove(segment)}>
          {t('delete.action')}
        </Menu.Item>
      </RowActions>
    </div>
  );
}
