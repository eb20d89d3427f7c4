import { exportContacts } from '@escuta/contract/contacts';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { contactsQuery } from '#web/features/contacts/api.ts';
import { BulkBar } from '#web/features/contacts/bulk/BulkBar.tsx';
import { BulkProgress } from '#web/features/contacts/bulk/BulkProgress.tsx';
import { usePickedContacts } from '#web/features/contacts/bulk/use-picked-contacts.ts';
import { ContactActions } from '#web/features/contacts/ContactActions.tsx';
import { ContactFilters } from '#web/features/contacts/ContactFilters.tsx';
import { ContactDrawer } from '#web/features/contacts/ContactDrawer.tsx';
import { useEditedContact } from '#web/features/contacts/editor/use-edited-contact.ts';
import { useOpenContact } from '#web/features/contacts/editor/use-open-contact.ts';
import { ContactsNav } from '#web/features/contacts/ContactsNav.tsx';
import { NoContactsState } from '#web/features/contacts/NoContactsState.tsx';
import { keepList } from '#web/features/contacts/kept-list.ts';
import { ChosenSegment } from '#web/features/contacts/segments/ChosenSegment.tsx';
import { useContactColumns } from '#web/features/contacts/use-contact-columns.tsx';
import { useCustomColumns } from '#web/features/contacts/use-custom-columns.tsx';
import { useSearchPlaceholder } from '#web/features/contacts/use-search-placeholder.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useMe } from '#web/lib/me.ts';
import { ExportMenu } from '#web/ui/list/ExportMenu.tsx';
import { ListPage } from '#web/ui/list/ListPage.tsx';
import { totalOf } from '#web/ui/list/rows.ts';
import { useListState } from '#web/ui/list/use-list-state.ts';

const route = getRouteApi('/shell/contatos');

/** The contacts of the unit; the panel beside them edits one. */
export function ContactsPage() {
  const { t } = useTranslation('contacts');
  const { can, business } = useMe();
  const search = route.useSearch();
  const state = useListState(search, ['importDataId', 'importDataDate', 'segment']);
  useEffect(() => keepList(business._id, search), [business._id, search]);
  const contacts = useQuery(contactsQuery(search));
  const filter = { search: search.search, importDataId: search.importDataId, segment: search.segment };
  const picked = usePickedContacts(filter, contacts.data);
  const [edited, setEdited] = useEditedContact();
  const open = useOpenContact(setEdited);
  const columns = [...useContactColumns(open), ...useCustomColumns(2)];
  const placeholder = useSearchPlaceholder();
  const actions = <ContactActions onCreate={() => setEdited('new')} />;
  return (
    <>
      <ListPage
        name="contacts"
        savedFilters="contacts"
        title={t('title')}
        text={t('text')}
        countText={(count) => t(search.sort ? 'count' : 'countNewest', { count, n: formatNumber(count) })}
        actions={
          <>
            <ExportMenu route={exportContacts} filter={filter} total={totalOf(contacts.data)} inBackground="contacts" />
            {actions}
          </>
        }
        state={state}
        answer={contacts}
        columns={columns}
        search={can('contacts.identify') ? { label: t('search'), placeholder } : undefined}
        filters={
          <ContactFilters
            filter={filter}
            importDate={search.importDataDate}
            total={contacts.data?.total}
            onSegment={(segment) => state.change({ segment })}
            onClear={state.clear}
          />
        }
        onRowClick={open}
        selection={can('contacts.edit') ? picked.selection : undefined}
        notice={
          <>
            <ContactsNav />
            <BulkProgress />
            <ChosenSegment id={search.segment} />
          </>
        }
        empty={<NoContactsState actions={actions} />}
      />
      <BulkBar picked={picked} answer={contacts.data} segment={search.segment} />
      <ContactDrawer contact={edited} onClose={() => setEdited(undefined)} />
    </>
  );
}
