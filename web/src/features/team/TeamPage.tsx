import { isOwner, roles } from '@escuta/contract/access-policy';
import { memberStates } from '@escuta/contract/team';
import type { Member } from '@escuta/contract/team';
import { Button } from '@mantine/core';
import { IconArrowsExchange, IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { membersQuery } from '#web/features/team/api.ts';
import { DeactivateDialog } from '#web/features/team/DeactivateDialog.tsx';
import { InviteDrawer } from '#web/features/team/InviteDrawer.tsx';
import { MemberDrawer } from '#web/features/team/MemberDrawer.tsx';
import { PreviewMenu } from '#web/features/team/PreviewMenu.tsx';
import { ResetFactorDialog } from '#web/features/team/ResetFactorDialog.tsx';
import { TransferDialog } from '#web/features/team/TransferDialog.tsx';
import { useMemberColumns } from '#web/features/team/use-member-columns.tsx';
import { useMe } from '#web/lib/me.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Select } from '#web/ui/Select.tsx';
import { ListPage } from '#web/ui/list/ListPage.tsx';
import { useListState } from '#web/ui/list/use-list-state.ts';

const route = getRouteApi('/shell/settings/users');

/** What stands open over the list. */
type Opened =
  | { readonly kind: 'invite' | 'transfer' }
  | { readonly kind: 'edit' | 'deactivate' | 'resetFactor'; readonly member: Member };

/** The people of the company and those invited, with what may be done with each. */
export function TeamPage() {
  const { t } = useTranslation('team');
  const { user } = useMe();
  const search = route.useSearch();
  const state = useListState(search, ['state', 'role']);
  const members = useQuery(membersQuery(search));
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const edit = (member: Member) => setOpened({ kind: 'edit', member });
  const columns = useMemberColumns({
    edit,
    deactivate: (member) => setOpened({ kind: 'deactivate', member }),
    resetFactor: (member) => setOpened({ kind: 'resetFactor', member }),
  });
  return (
    <>
      <ListPage
        name="team"
        title={t('title')}
        text={t('text')}
        actions={
          <>
            <PreviewMenu />
            {isOwner(user.role) && (
              <Button
                variant="default"
                leftSection={<IconArrowsExchange size={16} stroke={1.5} aria-hidden />}
                onClick={() => setOpened({ kind: 'transfer' })}
              >
                {t('transfer.action')}
              </Button>
            )}
            <Button
              leftSection={<IconUserPlus size={16} stroke={1.5} aria-hidden />}
              onClick={() => setOpened({ kind: 'invite' })}
            >
              {t('invite.action')}
            </Button>
          </>
        }
        state={state}
        answer={members}
        columns={columns}
        search={{ label: t('search'), placeholder: t('searchPlaceholder') }}
        filters={
          <>
            <Select
              aria-label={t('column.state')}
              placeholder={t('filter.state')}
              w={190}
              clearable
              data={memberStates.map((value) => ({ value, label: t(`state.${value}`) }))}
              value={search.state ?? null}
              onChange={(value) => state.change({ state: memberStates.find((one) => one === value) })}
            />
            <Select
              aria-label={t('column.role')}
              placeholder={t('filter.role')}
              w={190}
              clearable
              data={roles.map((value) => ({ value, label: t(`role.${value}`) }))}
              value={search.role ?? null}
              onChange={(value) => state.change({ role: roles.find((one) => one === value) })}
            />
          </>
        }
        onRowClick={edit}
        isClickable={({ manageable, state: standing }) => manageable && standing !== 'convidado'}
        empty={<EmptyState drawing="people" title={t('empty')} text={t('emptyText')} />}
      />
      <InviteDrawer opened={opened?.kind === 'invite'} onClose={close} />
      <MemberDrawer member={opened?.kind === 'edit' ? opened.member : undefined} onClose={close} />
      {opened?.kind === 'deactivate' && <DeactivateDialog member={opened.member} onClose={close} />}
      {opened?.kind === 'resetFactor' && <ResetFactorDialog member={opened.member} onClose={close} />}
      {opened?.kind === 'transfer' && <TransferDialog onClose={close} />}
    </>
  );
}
