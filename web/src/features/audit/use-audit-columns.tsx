import type { AuditEvent } from '@escuta/contract/audit';
import { ResponseId } from '@escuta/contract/ids';
import { Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { AuditFacts } from '#web/features/audit/AuditFacts.tsx';
import { formatExactInstant } from '#web/lib/format.ts';
import { useMe } from '#web/lib/me.ts';
import { useIsPhone } from '#web/lib/use-is-phone.ts';
import { useTableRoom } from '#web/lib/use-table-room.ts';
import type { Column } from '#web/ui/list/column.ts';
import { NoValue } from '#web/ui/NoValue.tsx';
import { ResponsesLink } from '#web/ui/ResponsesLink.tsx';
import { StatusWord } from '#web/ui/StatusWord.tsx';

/** What the list says of each event; times in the unit's zone. */
export function useAuditColumns(): Column<AuditEvent>[] {
  const { t } = useTranslation('audit');
  const { business: unit } = useMe();
  const isPhone = useIsPhone();
  const room = useTableRoom();
  // Of a name, and of a sentence.
  const [shortMin, longMin] = room === 'narrow' ? [140, 180] : [160, 200];
  return [
    {
      key: 'when',
      header: t('column.when'),
      width: room === 'narrow' ? 112 : 184,
      card: 'corner',
      cell: ({ at }) => (
        <Text c="dimmed" inherit className="figures">
          {formatExactInstant(at, unit.timezone)}
        </Text>
      ),
    },
    { key: 'who', header: t('column.who'), widthMin: shortMin, cell: ({ actor }) => <Actor actor={actor} /> },
    {
      key: 'what',
      header: t('column.what'),
      widthMin: longMin,
      card: 'line',
      cell: ({ action, result }) => (
        <Group gap="0 8px">
          {t(`action.${action}`)}
          {result === 'refused' && <StatusWord tone="bad" word={t('refused')} />}
        </Group>
      ),
    },
    {
      key: 'target',
      header: t('column.target'),
      widthMin: shortMin,
      cell: ({ target, business }) =>
        target?.label ? (
          <Text inherit span lineClamp={2} title={target.label}>
            <Target target={target} isHere={business?._id === unit._id} />
          </Text>
        ) : (
          <NoValue />
        ),
    },
    {
      key: 'details',
      header: t('column.details'),
      widthMin: longMin,
      card: 'line',
      cell: ({ before, after }) =>
        before || after ? <AuditFacts before={before} after={after} /> : isPhone ? null : <NoValue />,
    },
    {
      key: 'unit',
      header: t('column.unit'),
      width: 160,
      choice: room === 'wide' ? 'shown' : 'hidden',
      cell: ({ business }) => business?.nome ?? <NoValue />,
    },
    {
      key: 'ip',
      header: t('column.ip'),
      width: 140,
      choice: 'hidden',
      cell: ({ ip }) => ip ?? <NoValue />,
    },
  ];
}

/** What it was done to. A response is called as the others of its survey: it opens, where it is of the unit that is open. */
function Target({ target, isHere }: { target: NonNullable<AuditEvent['target']>; isHere: boolean }) {
  const { type, _id, label } = target;
  if (type !== 'response' || _id === null || !isHere) return label;
  return (
    <ResponsesLink filter={{}} responseId={ResponseId.parse(_id)}>
      {label}
    </ResponsesLink>
  );
}

/** Who it was; one of us is marked, since the company does not know them. */
function Actor({ actor: { type, name } }: Pick<AuditEvent, 'actor'>) {
  const { t } = useTranslation('audit');
  return (
    <Group gap={6}>
      <Text inherit span lineClamp={2} title={name ?? undefined}>
        {name ?? t('actor.system')}
      </Text>
      {type === 'staff' && <StatusWord tone="bad" word={t('actor.staff')} />}
    </Group>
  );
}
