import type { CustomField } from '@escuta/contract/custom-fields';
import { columnOfCustomField, importFields } from '@escuta/contract/imports';
import type { ImportField } from '@escuta/contract/imports';
import { NativeSelect, Table } from '@mantine/core';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import type { tableOf } from '#web/features/imports/column-mapping.ts';
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
  /** What the company keeps of its contacts beside the rest. */
  readonly customFields: readonly CustomField[];
  readonly onMap: (at: number, field: ImportField) => void;
}

/** The first rows of the file, with a choice over each column. It scrolls inside its frame. */
export function ColumnsTable(props: ColumnsTableProps) {
  const { ref, table, mapping, contested, onMap } = props;
  const { columns, rows } = table;
  const { t } = useTranslation('imports');
  const label = t('importer.check.sample');
  const choices = useChoices(props.customFields);
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
                  data={choices}
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

/** What a column may become: the fields of every contact, then those of the company by their labels. */
function useChoices(customFields: readonly CustomField[]) {
  const { t } = useTranslation('imports');
  const own = importFields.map((field) => ({ value: field, label: t(`field.${field}`) }));
  if (customFields.length === 0) return own;
  const added = customFields.map((field) => ({ value: columnOfCustomField(field), label: field.label }));
  return [
    { group: t('importer.check.ownFields'), items: own },
    { group: t('importer.check.customFields'), items: added },
  ];
}

/** Rows and columns of a file are known by their place alone. */
function keyOf(at: number): string {
  return `${at}`;
}
