import type { Member, MemberState } from '@escuta/contract/team';
import { Text, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { MemberActions } from '#web/features/team/MemberActions.tsx';
import { NarrowingText } from '#web/features/team/NarrowingFields.tsx';
import { formatInstant } from '#web/lib/format.ts';
import { useMe } from '#web/lib/me.ts';
import { useTableRoom } from '#web/lib/use-table-room.ts';
import type { Column } from '#web/ui/list/column.ts';
import { NoValue } from '#web/ui/NoValue.tsx';
import { StatusWord } from '#web/ui/StatusWord.tsx';
import type { StatusTone } from '#web/ui/StatusWord.tsx';
import classes from '#web/ui/list/row-link.module.css';

const tones: Readonly<Record<MemberState, StatusTone>> = { convidado: 'open', ativo: 'good', desativado: 'off' };

interface MemberHandlers {
  readonly edit: (member: Member) => void;
  readonly deactivate: (member: Member) => void;
  readonly resetFactor: (member: Member) => void;
}

/** What the list says of each of the company's people. */
export function useMemberColumns(handlers: MemberHandlers): Column<Member>[] {
  const { t } = useTranslation('team');
  const { businesses, business } = useMe();
  const room = useTableRoom();
  const isNarrow = room === 'narrow';
  const unitNames = ({ _businesses }: Member) =>
    _businesses.length === 0
      ? t('allUnits')
      : _businesses.map((id) => businesses.find(({ _id }) => _id === id)?.nome ?? t('otherUnit')).join(', ');
  return [
    {
      key: 'nome',
      header: t('column.name'),
      widthMin: 172,
      orders: [{ by: 'nome', direction: 'ascending', isDefault: true }],
      cell: (member) => <Name member={member} onEdit={handlers.edit} />,
    },
    {
      key: 'state',
      header: t('column.state'),
      width: 120,
      card: 'corner',
      cell: ({ state }) => <StatusWord tone={tones[state]} word={t(`state.${state}`)} />,
    },
    {
      key: 'role',
      header: t('column.role'),
      width: 150,
      orders: [{ by: 'role', direction: 'ascending' }],
      cell: ({ role }) => t(`role.${role}`),
    },
    {
      key: 'ticketing',
      header: t('column.ticketing'),
      width: 120,
      choice: room === 'wide' ? 'shown' : 'hidden',
      card: 'none',
      cell: ({ ticketing_role }) => (ticketing_role ? t(`ticketing.${ticketing_role}`) : <NoValue />),
    },
    {
      key: 'units',
      header: t('column.units'),
      width: isNarrow ? 140 : 160,
      choice: 'shown',
      cell: (member) => (
        <div>
          <Text inherit lineClamp={2} title={unitNames(member)}>
            {unitNames(member)}
          </Text>
          {member.narrowing && <NarrowingText narrowing={member.narrowing} />}
        </div>
      ),
    },
    {
      key: 'factor',
      header: t('column.factor'),
      width: 110,
      choice: isNarrow ? 'hidden' : 'shown',
      card: 'none',
      cell: ({ authenticator_enabled, state }) =>
        state === 'convidado' ? <NoValue /> : t(authenticator_enabled ? 'factor.on' : 'factor.off'),
    },
    {
      key: 'access',
      header: t('column.access'),
      width: isNarrow ? 120 : 150,
      card: 'named',
      orders: [{ by: 'last_access', direction: 'descending' }],
      cell: ({ last_access, state }) => {
        if (last_access) return formatInstant(last_access, business.timezone);
        return state === 'convidado' ? <NoValue /> : t('never');
      },
    },
    {
      key: 'actions',
      header: t('column.actions'),
      width: 84,
      align: 'end',
      card: 'corner',
      cell: (member) => member.manageable && <MemberActions member={member} {...handlers} />,
    },
  ];
}

function Name({ member, onEdit }: { member: Member; onEdit: (member: Member) => void }) {
  const { nome, email, state, manageable } = member;
  const name = (
    <Text inherit span lineClamp={2} title={nome ?? email}>
      {nome ?? email}
    </Text>
  );
  return (
    <div>
      {manageable && state !== 'convidado' ? (
        <UnstyledButton className={classes['link']} onClick={() => onEdit(member)}>
          {name}
        </UnstyledButton>
      ) : (
        <Text fw={500} component="div">
          {name}
        </Text>
      )}
      {nome !== null && (
        <Text size="xs" c="dimmed" lineClamp={1} title={email}>
          {email}
        </Text>
      )}
    </div>
  );
}
