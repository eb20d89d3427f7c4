import { roles } from '@escuta/contract/access-policy';
import { memberStates } from '@escuta/contract/team';
import type { Member } from '@escuta/contract/team';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { membersQuery } from '#web/features/team/api.ts';
import { DeactivateDialog } from '#web/features/team/DeactivateDialog.tsx';
import { InviteDrawer } from '#web/features/team/InviteDrawer.tsx';
import { MemberDrawer } from '#web/features/team/MemberDrawer.tsx';
import { ResetFactorDialog } from '#web/features/team/ResetFactorDialog.tsx';
import { TeamActions } from '#web/features/team/TeamActions.tsx';
import { TransferDialog } from '#web/features/team/TransferDialog.tsx';
import { useMemberColumns } from '#web/features/team/use-member-columns.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ChoiceFilter } from '#web/ui/list/ChoiceFilter.tsx';
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
        actions={<TeamActions onOpen={(kind) => setOpened({ kind })} />}
        state={state}
        answer={members}
        columns={columns}
        search={{ label: t('search'), placeholder: t('searchPlaceholder') }}
        filters={
          <>
            <ChoiceFilter
              label={t('column.state')}
              all={t('filter.state')}
              values={memberStates}
              nameOf={(value) => t(`state.${value}`)}
              chosen={search.state}
              onChoose={(standing) => state.change({ state: standing })}
              w={190}
            />
            <ChoiceFilter
              label={t('column.role')}
              all={t('filter.role')}
              values={roles}
              nameOf={(value) => t(`role.${value}`)}
              chosen={search.role}
              onChoose={(role) => state.change({ role })}
              w={190}
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
