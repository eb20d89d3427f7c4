import { listSegments } from '@escuta/contract/segments';
import type { Segment } from '@escuta/contract/segments';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ContactsBackLink } from '#web/features/contacts/ContactsBackLink.tsx';
import { DeleteSegmentDialog } from '#web/features/contacts/segments/DeleteSegmentDialog.tsx';
import { RenameDialog } from '#web/features/contacts/segments/RenameDialog.tsx';
import { pageOfSegments } from '#web/features/contacts/segments/segments-page.ts';
import { useSegmentColumns } from '#web/features/contacts/segments/use-segment-columns.tsx';
import { useMe } from '#web/lib/me.ts';
import { routeQuery } from '#web/lib/route-query.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ListPage } from '#web/ui/list/ListPage.tsx';
import { useListState } from '#web/ui/list/use-list-state.ts';

const route = getRouteApi('/shell/contatos/segmentos');

/** What stands open over the list. */
interface Opened {
  readonly kind: 'delete' | 'rename';
  readonly segment: Segment;
}

/** The segments and lists of the unit. */
export function SegmentsPage() {
  const { t } = useTranslation('segments');
  const { can } = useMe();
  const navigate = useNavigate();
  const search = route.useSearch();
  const state = useListState(search);
  const answer = useQuery({ ...routeQuery(listSegments, {}), select: ({ data }) => pageOfSegments(data, search) });
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const columns = useSegmentColumns({
    rename: (segment) => setOpened({ kind: 'rename', segment }),
    remove: (segment) => setOpened({ kind: 'delete', segment }),
  });
  const create = can('segments.edit') && (
    <Button
      leftSection={<IconPlus size={16} stroke={1.5} aria-hidden />}
      renderRoot={(props) => <Link to="/contatos/segmentos/novo" {...props} />}
    >
      {t('create')}
    </Button>
  );
  return (
    <>
      <ContactsBackLink />
      <ListPage
        name="segments"
        title={t('title')}
        text={t('text')}
        actions={create}
        state={state}
        answer={answer}
        columns={columns}
        search={{ label: t('search'), placeholder: t('searchPlaceholder') }}
        onRowClick={({ _id, kind }) =>
          kind === 'segment' && can('segments.edit')
            ? void navigate({ to: '/contatos/segmentos/$id', params: { id: _id } })
            : void navigate({ to: '/contatos', search: { segment: _id } })
        }
        empty={
          <EmptyState
            drawing="people"
            title={t('empty.title')}
            text={create ? t('empty.text') : t('empty.textRead')}
            action={create}
          />
        }
      />
      {opened?.kind === 'delete' && <DeleteSegmentDialog segment={opened.segment} onDeleted={close} onClose={close} />}
      {opened?.kind === 'rename' && <RenameDialog list={opened.segment} onClose={close} />}
    </>
  );
}
