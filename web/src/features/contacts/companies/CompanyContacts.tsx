import type { Contact } from '@escuta/contract/contacts';
import type { ContactCompanyId } from '@escuta/contract/ids';
import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { contactsQuery } from '#web/features/contacts/api.ts';
import { useContactColumns } from '#web/features/contacts/use-contact-columns.tsx';
import { useMe } from '#web/lib/me.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import type { Column } from '#web/ui/list/column.ts';
import { List } from '#web/ui/list/ListPage.tsx';
import { useListState } from '#web/ui/list/use-list-state.ts';
import { usePersonName } from '#web/ui/use-person-name.ts';
import classes from '#web/ui/list/row-link.module.css';

const route = getRouteApi('/shell/contatos/empresas/$id');

/** Who works for a company. */
export function CompanyContacts({ id }: { id: ContactCompanyId }) {
  const { t } = useTranslation(['contact-companies', 'contacts']);
  const { can } = useMe();
  const search = route.useSearch();
  const navigate = useNavigate();
  return (
    <section>
      <Title order={2} mb="md">
        {t('page.contacts')}
      </Title>
      <List
        name="company-contacts"
        label={t('page.contacts')}
        state={useListState(search)}
        answer={useQuery(contactsQuery({ ...search, contactCompanyId: id }))}
        columns={useCompanyContactColumns()}
        search={
          can('contacts.identify')
            ? { label: t('page.search'), placeholder: t('contacts:searchPlaceholder') }
            : undefined
        }
        onRowClick={({ _id }) => void navigate({ to: '/contatos/$id', params: { id: _id } })}
        empty={
          <EmptyState
            drawing="people"
            title={t('page.empty')}
            {...(can('contacts.edit') ? { text: t('page.emptyText') } : {})}
          />
        }
      />
    </section>
  );
}

/** As in the list of contacts, but the company, which all of them have; the name opens the contact's page. */
function useCompanyContactColumns(): Column<Contact>[] {
  const personName = usePersonName();
  return useContactColumns(undefined)
    .filter(({ key }) => key !== 'company')
    .map((column) => {
      if (column.key !== 'name') return column;
      const cell = (contact: Contact) => (
        <Link to="/contatos/$id" params={{ id: contact._id }} className={classes['link']} title={contact.name}>
          {personName(contact)}
        </Link>
      );
      return { ...column, cell };
    });
}
