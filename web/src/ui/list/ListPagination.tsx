import type { UseQueryResult } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { pageCount, pageInAddress } from '#web/ui/list/list-search.ts';
import { Pagination } from '#web/ui/list/Pagination.tsx';
import type { RowsPage } from '#web/ui/list/rows.ts';

interface ListPaginationProps {
  readonly page: number;
  readonly pageSize: number;
  readonly answer: UseQueryResult<RowsPage<unknown>>;
  readonly onPage: (page: number) => void;
}

/**
 * The pages of a list whose address says the page. An address beyond the last one becomes that of the last; where the list is not counted
 * to its end, that of the last which was counted.
 */
export function ListPagination({ page, pageSize, answer: { data, isPlaceholderData }, onPage }: ListPaginationProps) {
  if (!data || data.total === 0) return null;
  const pages = pageCount(data.total, pageSize);
  // The total of the rows before is not that of the rows to come.
  const isBeyond = data.totalIsAtLeast ? data.data.length === 0 : page > pages;
  if (isBeyond && !isPlaceholderData)
    return <Navigate to="." search={(before: object) => ({ ...before, page: pageInAddress(pages) })} replace />;
  return (
    <Pagination
      page={page}
      pageSize={pageSize}
      total={data.total}
      shownOfMore={data.totalIsAtLeast ? data.data.length : undefined}
      onPage={onPage}
    />
  );
}
