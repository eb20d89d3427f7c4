import type { Catalogue, Column, Table, TablePart } from './catalogue.ts';

const head = `-- The schema as the migrations leave it, to be read: one table after another, each with everything that is its own.
-- Written from a migrated database by \`node tools/checks/schema.ts --write\`; change it with a migration, never here.
-- Partitions are left out: their parent says how they are made.`;

/** Prints a catalogue as SQL for people: extensions, types and functions, then the tables in the order of their names. */
export function dumpSchema(catalogue: Catalogue): string {
  const blocks = [
    head,
    [...catalogue.extensions, ...catalogue.schemaGrants].map(statement).join('\n'),
    ...catalogue.types.map(statement),
    ...catalogue.functions.map(statement),
    catalogue.functionRights.map(statement).join('\n'),
    ...catalogue.tables.map((table) => dumpTable(table, catalogue)),
    ...catalogue.views.map(statement),
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

function dumpTable(table: Table, catalogue: Catalogue): string {
  const of = (parts: TablePart[]): TablePart[] => parts.filter((part) => part.table === table.name);
  const lines = [
    ...catalogue.columns.filter((column) => column.table === table.name).map(dumpColumn),
    ...of(catalogue.constraints).map(({ name, definition }) => `CONSTRAINT ${name} ${definition}`),
  ];
  const partition = table.partition_key === null ? '' : ` PARTITION BY ${table.partition_key}`;
  const options = table.options === null ? '' : ` WITH (${table.options.join(', ')})`;
  return [
    statement(`CREATE TABLE ${table.name} (\n  ${lines.join(',\n  ')}\n)${partition}${options}`),
    ...of(catalogue.indexes).map(({ definition }) => statement(definition)),
    ...of(catalogue.triggers).map(({ definition }) => statement(definition)),
    ...(table.row_security ? [statement(`ALTER TABLE ${table.name} ENABLE ROW LEVEL SECURITY`)] : []),
    ...(table.forced ? [statement(`ALTER TABLE ${table.name} FORCE ROW LEVEL SECURITY`)] : []),
    ...of(catalogue.policies).map(({ definition }) => statement(definition)),
    ...of(catalogue.grants).map(({ definition }) => statement(definition)),
  ].join('\n');
}

function dumpColumn(column: Column): string {
  const parts = [column.name, column.type];
  if (column.not_null) parts.push('NOT NULL');
  if (column.identity !== '') parts.push(`GENERATED ${column.identity === 'a' ? 'ALWAYS' : 'BY DEFAULT'} AS IDENTITY`);
  if (column.default !== null && column.generated === '') parts.push(`DEFAULT ${column.default}`);
  if (column.default !== null && column.generated === 's') parts.push(`GENERATED ALWAYS AS (${column.default}) STORED`);
  return parts.join(' ');
}

function statement(text: string): string {
  return `${text.trimEnd()};`;
}
