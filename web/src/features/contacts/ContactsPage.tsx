import { readableEmail } from '@escuta/contract/email-address';
import type { Contact } from '@escuta/contract/contacts';
import { Button, Group, Text, UnstyledButton } from '@mantine/core';
import { IconFileImport, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { contactsPageSize, contactsQuery } from '#web/features/contacts/api.ts';
import { ContactDrawer } from '#web/features/contacts/ContactDrawer.tsx';
import { formatPhone } from '#web/lib/format-phone.ts';
import { formatInstant } from '#web/lib/format.ts';
import { useMe } from '#web/lib/me.ts';
import { NoValue } from '#web/ui/NoValue.tsx';
import { DataTable } from '#web/ui/DataTable.tsx';
import type { Column } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Pagination } from '#web/ui/Pagination.tsx';
import { ScoreChip } from '#web/ui/ScoreChip.tsx';
import { SearchField } from '#web/ui/SearchField.tsx';
import classes from './ContactsPage.module.css';

const route = getRouteApi('/shell/contatos');
const searchDelayMs = 300;

/** The contacts of the unit. The address bar holds page, search and order; the panel beside edits one. */
export function ContactsPage() {
  const { t } = useTranslation(['contacts', 'ui']);
  const { can } = useMe();
  const { page = 1, search = '', sort, importDataId } = route.useSearch();
  const navigate = route.useNavigate();
  const contacts = useQuery(contactsQuery({ page, search, ...(sort ? { sort } : {}), importDataId }));
  const [edited, setEdited] = useState<Contact | 'new'>();
  const columns = useColumns(can('contacts.edit') ? setEdited : undefined);

  return (
    <>
      <PageHeader title={t('title')} text={t('text')} actions={<Actions onCreate={() => setEdited('new')} />} />
      <Group mb="md" gap="sm">
        {can('contacts.identify') && (
          <SearchField
            label={t('search')}
            placeholder={t('searchPlaceholder')}
            value={search}
            delayMs={searchDelayMs}
            onSearch={(words) =>
              void navigate({
                search: (before) => ({ ...before, search: words || undefined, page: undefined }),
                replace: true,
              })
            }
          />
        )}
        {importDataId && (
          <Button variant="light" size="compact-sm" onClick={() => void navigate({ search: {} })}>
            {t('clearImport')}
          </Button>
        )}
      </Group>
      <DataTable
        label={t('title')}
        columns={columns}
        rows={contacts.data?.data}
        rowKey={(contact) => contact._id}
        error={contacts.error}
        onRetry={() => void contacts.refetch()}
        empty={
          <Empty
            isFiltered={search !== '' || importDataId !== undefined}
            onClear={() => void navigate({ search: {} })}
            onCreate={() => setEdited('new')}
          />
        }
      />
      {contacts.data && contacts.data.total > 0 && (
        <Pagination
          page={page}
          pageSize={contactsPageSize}
          total={contacts.data.total}
          totalIsAtLeast={contacts.data.totalIsAtLeast}
          onPage={(next) => void navigate({ search: (before) => ({ ...before, page: next === 1 ? undefined : next }) })}
        />
      )}
      <ContactDrawer contact={edited} onClose={() => setEdited(undefined)} />
    </>
  );
}

function Actions({ onCreate }: { onCreate: () => void }) {
  const { t } = useTranslation(['contacts', 'ui']);
  const { can } = useMe();
  return (
    <>
      {can('contacts.import') && (
        <Button
          variant="default"
          leftSection={<IconFileImport size={16} stroke={1.5} aria-hidden />}
          renderRoot={(props) => <Link to="/importer/contacts" {...props} />}
        >
          {t('import')}
        </Button>
      )}
      {can('contacts.edit') && (
        <Button leftSection={<IconPlus size={16} stroke={1.5} aria-hidden />} onClick={onCreate}>
          {t('create')}
        </Button>
      )}
    </>
  );
}

interface EmptyProps {
  readonly isFiltered: boolean;
  readonly onClear: () => void;
  readonly onCreate: () => void;
}

function Empty({ isFiltered, onClear, onCreate }: EmptyProps) {
  const { t } = useTranslation(['contacts', 'ui']);
  if (!isFiltered)
    return (
      <EmptyState
        title={t('empty.title')}
        text={t('empty.text')}
        action={
          <Group gap="sm">
            <Actions onCreate={onCreate} />
          </Group>
        }
      />
    );
  return (
    <EmptyState
      title={t('ui:empty.filtered')}
      action={
        <Button variant="default" onClick={onClear}>
          {t('ui:empty.clear')}
        </Button>
      }
    />
  );
}

function useColumns(onEdit: ((contact: Contact) => void) | undefined): Column<Contact>[] {
  const { t } = useTranslation(['contacts', 'ui']);
  const { timezone } = useMe().business;
  return [
    {
      key: 'name',
      header: t('column.name'),
      cell: (contact) =>
        onEdit ? (
          <UnstyledButton className={classes['name']} title={contact.name} onClick={() => onEdit(contact)}>
            {contact.name || t('noName')}
          </UnstyledButton>
        ) : (
          <Text fw={500}>{contact.name || t('noName')}</Text>
        ),
    },
    {
      key: 'email',
      header: t('column.email'),
      cell: ({ email }) => (email === null ? <NoValue /> : readableEmail(email)),
    },
    { key: 'tel', header: t('column.tel'), cell: ({ tel }) => (tel ? formatPhone(tel) : <NoValue />) },
    { key: 'company', header: t('column.company'), cell: ({ _company }) => _company?.name ?? <NoValue /> },
    {
      key: 'score',
      header: t('column.score'),
      cell: ({ last_score, last_metric }) =>
        last_score === null || last_metric === null ? (
          <NoValue />
        ) : (
          <ScoreChip metric={last_metric} score={last_score} />
        ),
    },
    {
      key: 'sent',
      header: t('column.sent'),
      cell: ({ last_sent_at }) =>
        last_sent_at ? (
          <Text c="dimmed" inherit>
            {formatInstant(last_sent_at, timezone)}
          </Text>
        ) : (
          <NoValue />
        ),
    },
  ];
}
