import type { Import, listImports } from '@escuta/contract/imports';
import type { Output } from '@escuta/contract/route';
import { Button } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { importsPageSize } from '#web/features/imports/api.ts';
import { canOpenResults, resultsSearch } from '#web/features/imports/import-results.ts';
import { useImportColumns } from '#web/features/imports/use-import-columns.tsx';
import { useMe } from '#web/lib/me.ts';
import { DataTable } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Pagination } from '#web/ui/Pagination.tsx';

interface ImportsListProps {
  readonly imports: UseQueryResult<Output<(typeof listImports)['definition']['answer']>>;
  readonly page: number;
  readonly highlightedId?: string;
  /** Something to say before the list. */
  readonly notice?: ReactNode;
  readonly onPage: (page: number) => void;
}

/** What was imported, how far each is and what came of it. A click opens the contacts of a complete one. */
export function ImportsList({ imports, page, highlightedId, notice, onPage }: ImportsListProps) {
  const { t } = useTranslation(['imports', 'ui']);
  const navigate = useNavigate();
  const columns = useImportColumns();
  const open = (entry: Import) => void navigate({ to: '/contatos', search: resultsSearch(entry) });
  return (
    <>
      <PageHeader title={t('title')} text={t('text')} actions={<ImportContactsButton />} />
      {notice}
      <DataTable
        label={t('title')}
        columns={columns}
        rows={imports.data?.data}
        rowKey={(entry) => entry._id}
        isHighlighted={(entry) => entry._id === highlightedId}
        isClickable={canOpenResults}
        onRowClick={open}
        error={imports.error}
        onRetry={() => void imports.refetch()}
        empty={<EmptyState title={t('empty.title')} text={t('empty.text')} action={<ImportContactsButton />} />}
      />
      {imports.data && imports.data.total > 0 && (
        <Pagination page={page} pageSize={importsPageSize} total={imports.data.total} onPage={onPage} />
      )}
    </>
  );
}

function ImportContactsButton() {
  const { t } = useTranslation('imports');
  const { can } = useMe();
  if (!can('contacts.import')) return null;
  return (
    <Button
      leftSection={<IconFileImport size={16} stroke={1.5} aria-hidden />}
      renderRoot={(props) => <Link to="/importer/contacts" {...props} />}
    >
      {t('importContacts')}
    </Button>
  );
}
