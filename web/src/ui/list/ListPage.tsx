import type { SavedFilterList } from '@escuta/contract/saved-filters';
import { Group } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Column } from '#web/ui/list/column.ts';
import { DataTable } from '#web/ui/list/DataTable.tsx';
import { listPageSize } from '#web/ui/list/list-search.ts';
import { NothingFound } from '#web/ui/list/NothingFound.tsx';
import { ListPagination } from '#web/ui/list/ListPagination.tsx';
import { rowsOf } from '#web/ui/list/rows.ts';
import type { RowsPage, RowsProps } from '#web/ui/list/rows.ts';
import { SavedFilters } from '#web/ui/list/saved-filters/SavedFilters.tsx';
import { SearchField } from '#web/ui/list/SearchField.tsx';
import { useColumnChoice } from '#web/ui/list/use-column-choice.ts';
import type { ListState } from '#web/ui/list/use-list-state.ts';
import { ViewMenu } from '#web/ui/list/ViewMenu.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import classes from './ListPage.module.css';

const searchDelayMs = 300;

interface ListProps<Row> extends Pick<RowsProps<Row>, 'isHighlighted' | 'onRowClick' | 'isClickable' | 'selection'> {
  /** What is listed, in words. */
  readonly label: string;
  /** The list's name among all lists, under which this browser remembers its columns. */
  readonly name: string;
  /** What `useListState` gives. */
  readonly state: ListState;
  readonly answer: UseQueryResult<RowsPage<Row>>;
  readonly columns: readonly Column<Row>[];
  readonly search?: { readonly label: string; readonly placeholder: string; readonly delayMs?: number } | undefined;
  /** Filters of its own, beside the search. */
  readonly filters?: ReactNode;
  /** The list's name among those whose filters can be saved; absent where they cannot. */
  readonly savedFilters?: SavedFilterList;
  /** Shown when there is nothing, and no words or filters are the reason. */
  readonly empty: ReactNode;
}

/** A list with search, filters, order, columns and pages: everything of a `ListPage` under its head. */
export function List<Row extends { _id: string }>(props: ListProps<Row>) {
  const { name, label, state, answer, columns, search, filters, savedFilters, empty, ...table } = props;
  const choice = useColumnChoice(name, columns);
  const order = { by: state.sort, onOrder: state.orderBy };
  return (
    <>
      <Group mb="md" gap="sm" className={classes['toolbar'] ?? ''}>
        {search && (
          <SearchField
            label={search.label}
            placeholder={search.placeholder}
            value={state.words}
            delayMs={search.delayMs ?? searchDelayMs}
            onSearch={state.find}
          />
        )}
        {filters}
        {savedFilters && <SavedFilters list={savedFilters} state={state} />}
        <ViewMenu columns={columns} choice={choice} order={order} />
      </Group>
      <DataTable
        {...table}
        label={label}
        columns={choice.shown}
        order={order}
        rows={rowsOf(answer.data)}
        rowKey={({ _id }) => _id}
        error={answer.error}
        onRetry={() => void answer.refetch()}
        empty={state.isFiltered ? <NothingFound onClear={state.clear} /> : empty}
      />
      <ListPagination page={state.page} pageSize={listPageSize} answer={answer} onPage={state.goTo} />
    </>
  );
}

interface ListPageProps<Row> extends Omit<ListProps<Row>, 'label'> {
  readonly title: string;
  readonly text?: string;
  /** Says how many there are, beside the title: whoever comes by a number finds it again without going to the foot. */
  readonly countText?: (total: number) => string;
  /** The page's actions, the primary one last. */
  readonly actions?: ReactNode;
  /** For actions that are drawings alone on a phone: they stay beside the title there. */
  readonly areActionsSmall?: boolean;
  /** Something to say before the list. */
  readonly notice?: ReactNode;
}

/** A page that is a list. Its address holds search, filters, order and page; its query is the caller's. */
export function ListPage<Row extends { _id: string }>(props: ListPageProps<Row>) {
  const { title, text, countText, actions, areActionsSmall, notice, ...list } = props;
  const { total = 0, totalIsAtLeast } = list.answer.data ?? {};
  return (
    <>
      <PageHeader
        title={title}
        text={text}
        // Of very many, and of none, the list itself says it better.
        count={total > 0 && !totalIsAtLeast ? countText?.(total) : undefined}
        actions={actions}
        areActionsSmall={areActionsSmall}
      />
      {notice}
      <List label={title} {...list} />
    </>
  );
}
