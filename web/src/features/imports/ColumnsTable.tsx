import type { ImportField } from '@escuta/contract/imports';
import { NativeSelect, Table } from '@mantine/core';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import type { tableOf } from '#web/features/imports/column-mapping.ts';
import type { ColumnChoices } from '#web/features/imports/use-column-choices.ts';
import classes from './ColumnsTable.module.css';

/** Enough rows to know the columns by, and the start of the import stays in view. */
const shownRows = 5;

interface ColumnsTableProps {
  readonly ref: Ref<HTMLDivElement>;
  readonly table: ReturnType<typeof tableOf>;
  /** What each column becomes. */
  readonly mapping: readonly ImportField[];
  /** The columns that claim what another claims too. */
  readonly contested: readonly number[];
  /** What a column may become. */
  readonly choices: ColumnChoices;
  readonly onMap: (at: number, field: ImportField) => void;
}

/** The first rows of the file, with a choice over each column. It scrolls inside its frame. */
export function ColumnsTable(props: ColumnsTableProps) {
  const { ref, table, mapping, contested, choices, onMap } = props;
  const { columns, rows } = table;
  const { t } = useTranslation('imports');
  const label = t('importer.check.sample');
  const isIgnored = (at: number) => mapping[at] === 'ignore' || undefined;
  return (
    <section className={classes['frame']} aria-label={label} ref={ref}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            {columns.map((name, at) => (
              <Table.Th key={keyOf(at)} scope="col" className={classes['head']}>
                <NativeSelect
                  className={classes['choice'] ?? ''}
                  aria-label={t('importer.check.becomes', { column: name })}
                  data={[...choices]}
                  title={labelOf(choices, mapping[at])}
                  value={mapping[at] ?? 'ignore'}
                  error={contested.includes(at)}
                  onChange={(event) => onMap(at, event.currentTarget.value as ImportField)}
                />
                <span className={classes['name']} title={name} data-ignored={isIgnored(at)}>
                  {name}
                </span>
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.slice(0, shownRows).map((row, rowAt) => (
            <Table.Tr key={keyOf(rowAt)}>
              {row.map((cell, at) => (
                <Table.Td key={keyOf(at)} className={classes['cell']} title={cell} data-ignored={isIgnored(at)}>
                  {cell}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

/** The whole of what a column becomes: a question may be longer than its place. */
function labelOf(choices: ColumnChoices, chosen: ImportField | undefined): string | undefined {
  return choices.flatMap((each) => ('items' in each ? each.items : [each])).find(({ value }) => value === chosen)
    ?.label;
}

/** Rows and columns of a file are known by their place alone. */
function keyOf(at: number): string {
  return `${at}`;
}
