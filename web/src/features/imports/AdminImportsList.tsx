import type { AdminImport } from '@escuta/contract/imports';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ImportsModeSwitch } from '#web/features/imports/ImportsModeSwitch.tsx';
import { allImportsQuery } from '#web/features/imports/api.ts';
import { useImportColumns } from '#web/features/imports/use-import-columns.tsx';
import { formatNumber } from '#web/lib/format.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import type { Column } from '#web/ui/list/column.ts';
import { ListPage } from '#web/ui/list/ListPage.tsx';
import { useListState } from '#web/ui/list/use-list-state.ts';
import { NoValue } from '#web/ui/NoValue.tsx';
import { ImportFailure } from '#web/features/imports/ImportFailure.tsx';
import classes from './ImportsList.module.css';

interface AdminImportsListProps {
  readonly search: { readonly page?: number | undefined; readonly search?: string | undefined };
}

/** The imports of all companies. What came of one opens in its own company alone, so that no row is pressed here. */
export function AdminImportsList({ search }: AdminImportsListProps) {
  const { t } = useTranslation('imports');
  return (
    <ListPage
      name="admin-imports"
      title={t('title')}
      text={t('admin.text')}
      state={useListState(search)}
      answer={useQuery(allImportsQuery(search))}
      columns={useAdminColumns()}
      search={{ label: t('admin.search'), placeholder: t('admin.searchPlaceholder') }}
      filters={<ImportsModeSwitch isOn />}
      empty={<EmptyState drawing="table" title={t('empty.title')} />}
    />
  );
}

/** Those of the list of a unit that say how far an import is, between what it was and whose. */
function useAdminColumns(): Column<AdminImport>[] {
  const { t } = useTranslation('imports');
  const shared = useImportColumns({ leadsToCards: false });
  const columnsOf = (...keys: string[]): Column<AdminImport>[] => shared.filter(({ key }) => keys.includes(key));
  return [
    { key: 'type', header: t('column.type'), widthMin: 124, cell: (entry) => <TypeAndFile entry={entry} /> },
    {
      key: 'business',
      header: t('admin.business'),
      widthMin: 140,
      card: 'named',
      cell: ({ company, business }) => (
        <div className={classes['file']}>
          <Text fw={500}>{company.nome}</Text>
          <Text size="xs" c="dimmed">
            {business.nome}
          </Text>
        </div>
      ),
    },
    {
      key: 'user',
      header: t('admin.user'),
      widthMin: 110,
      card: 'named',
      cell: ({ user }) => user?.nome ?? <NoValue />,
    },
    ...columnsOf('date', 'status', 'total', 'progress'),
    {
      key: 'rejected',
      header: t('column.rejected'),
      width: 92,
      align: 'end',
      cell: ({ counts }) => <span className="figures">{formatNumber(counts.rejected)}</span>,
    },
  ];
}

function TypeAndFile({ entry }: { entry: AdminImport }) {
  const { t } = useTranslation('imports');
  return (
    <div className={classes['file']}>
      <Text fw={500}>{t(`type.${entry.type}`)}</Text>
      <Text size="xs" c="dimmed">
        {entry.file_name}
      </Text>
      {entry.error && <ImportFailure error={entry.error} />}
    </div>
  );
}
