import type { Pool } from 'pg';
import * as statements from './statements.ts';

/** A table as the catalogue tells it; texts are SQL, as PostgreSQL prints it. */
export interface Table {
  name: string;
  /** `PARTITION BY` clause, for a partitioned table. */
  partition_key: string | null;
  options: string[] | null;
  row_security: boolean;
  forced: boolean;
}

export interface Column {
  table: string;
  name: string;
  type: string;
  not_null: boolean;
  default: string | null;
  /** `s`: stored and generated from `default`. */
  generated: string;
  /** `a` always, `d` by default, or empty. */
  identity: string;
}

/** A constraint, index, policy, trigger or grant of a table: a whole clause or statement. */
export interface TablePart {
  table: string;
  name: string;
  definition: string;
}

/** Everything of a migrated database that our migrations made. Each list has one order, whatever the database. */
export interface Catalogue {
  extensions: string[];
  types: string[];
  functions: string[];
  functionRights: string[];
  tables: Table[];
  columns: Column[];
  constraints: TablePart[];
  indexes: TablePart[];
  policies: TablePart[];
  triggers: TablePart[];
  grants: TablePart[];
  views: string[];
  schemaGrants: string[];
}

/**
 * Reads the catalogue of the public schema through one transaction. Left out: members of extensions, partitions
 * (their parent stands for them), the job library's own schema, and NOT NULL constraints, which PostgreSQL 18 lists
 * among the constraints and 15 does not.
 */
export async function readCatalogue(pool: Pool): Promise<Catalogue> {
  const client = await pool.connect();
  const rows = async <Row>(statement: string): Promise<Row[]> => (await client.query(statement)).rows as Row[];
  const texts = async (statement: string): Promise<string[]> => {
    return (await rows<{ definition: string }>(statement)).map(({ definition }) => definition);
  };
  try {
    await client.query('BEGIN READ ONLY; SET LOCAL search_path = public');
    const catalogue = {
      extensions: await texts(statements.extensions),
      types: await texts(statements.types),
      functions: await texts(statements.functions),
      functionRights: await texts(statements.functionRights),
      tables: await rows<Table>(statements.tables),
      columns: await rows<Column>(statements.columns),
      constraints: await rows<TablePart>(statements.constraints),
      indexes: await rows<TablePart>(statements.indexes),
      policies: await rows<TablePart>(statements.policies),
      triggers: await rows<TablePart>(statements.triggers),
      grants: await rows<TablePart>(statements.grants),
      views: await texts(statements.views),
      schemaGrants: await texts(statements.schemaGrants),
    };
    await client.query('COMMIT');
    return catalogue;
  } finally {
    client.release();
  }
}
