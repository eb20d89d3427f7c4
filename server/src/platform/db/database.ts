import { AsyncLocalStorage } from 'node:async_hooks';
import { CompiledQuery, Kysely, PostgresDialect, PostgresDriver } from 'kysely';
import type { DatabaseConnection, RawBuilder, Transaction as KyselyTransaction, TransactionSettings } from 'kysely';
import type pg from 'pg';
import type { CompanyId } from '@escuta/contract/ids';
import { openCallLanes } from './call-lanes.ts';
import { statementOf } from './calls.ts';
import { DatabaseAwayError, saysConnectionDied, saysDatabaseAway } from './database-away.ts';
import { oneLogOf } from './one-log.ts';
import type { DB as Tables } from './tables.ts';

export type { Tables };
/** An open transaction: everything that reads or writes takes one, so nothing runs outside. */
export type Transaction = KyselyTransaction<Tables>;

/** A value of a custom field, by the internal name of the field: who is narrowed to it sees the contacts that hold it alone. */
export interface Narrowing {
  readonly field: string;
  readonly value: string;
}

type Scope =
  | { readonly role: 'escuta_company'; readonly companyId: CompanyId }
  | { readonly role: 'escuta_narrowed'; readonly companyId: CompanyId; readonly narrowing: Narrowing }
  | { readonly role: 'escuta_system' };

/** What a caller who cannot wait asks for. */
export interface TransactionLimits {
  /** How long one statement may wait for rows that another transaction holds, in ms; then DatabaseAwayError. */
  readonly lockMsMax?: number;
}

/** For whom a transaction of a company is opened. */
export interface CompanyOptions extends TransactionLimits {
  /** Of the contacts of the company, those that hold a value (decision 0047); all of them when absent. */
  readonly narrowing?: Narrowing | null;
}

/** How a function is called alone. */
export interface CallOptions extends TransactionLimits {
  /** It only reads: then it is made once more where a connection turns out to have died. */
  readonly isRead?: boolean;
}

/**
 * The two ways to the database: inside one company, or across companies where the product must. Both throw
 * DatabaseAwayError when the database cannot be asked.
 */
export interface Database {
  /** Runs `work` in one transaction that sees and writes the rows of this company only. */
  withCompany<T>(companyId: CompanyId, work: (tx: Transaction) => Promise<T>, options?: CompanyOptions): Promise<T>;
  /**
   * Calls a function of the database in a transaction of its own that sees and writes the rows of this company only, in one
   * round trip with BEGIN and COMMIT, and gives what it returned: then it is committed. Where connections are busy, calls of
   * several companies share the round trip and nothing else. The call is a call and nothing else, with texts, numbers and
   * truths as its values. An act that is one function should take no other way.
   */
  callInCompany<T>(companyId: CompanyId, call: RawBuilder<unknown>, options?: CallOptions): Promise<T>;
  /** Runs `work` in one transaction across companies, on the few tables that allow it. */
  withSystem<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

interface OpenScope {
  readonly scope: Scope;
  readonly lockMsMax: number;
  state: 'opening' | 'open' | 'closed';
}

/**
 * The server ends a transaction whose process says nothing for so long: a process that is frozen or cut off would keep its
 * rows from everybody else. No event loop that is well pauses as long. PGlite has no clock of its own for it; there one
 * process does everything, and a connection that ends gives its turn back.
 */
const idleMsMax = 10_000;
/** Longer than a frozen process may hold a row, so that whoever waits for one still gets its turn. */
const defaultLockMsMax = 20_000;
/** A database that was away leaves connections in the pool that died while they were idle. */
const deadConnectionsMax = 10;
const scopes = new AsyncLocalStorage<OpenScope>();
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Opens the database on a pool. The same code serves PostgreSQL, a transaction-mode pooler and the embedded database. */
export function openDatabase(pool: pg.Pool): Database {
  const dialect = new PostgresDialect({ pool });
  dialect.createDriver = () => new ScopedDriver({ pool });
  const kysely = new Kysely<Tables>({ dialect });

  async function run<T>(
    scope: Scope,
    work: (tx: Transaction) => Promise<T>,
    { lockMsMax = defaultLockMsMax }: TransactionLimits = {},
  ): Promise<T> {
    refuseOutsideTransaction();
    for (let left = deadConnectionsMax; ; left -= 1) {
      const holder: OpenScope = { scope, lockMsMax, state: 'opening' };
      try {
        return await scopes.run(holder, () => kysely.transaction().execute(work));
      } catch (error) {
        // Nothing was asked yet: another connection will do, and this one is out of the pool.
        if (left > 0 && holder.state === 'opening' && saysConnectionDied(error)) continue;
        throw saysDatabaseAway(error) ? new DatabaseAwayError(error) : error;
      }
    }
  }

  // One connection reads for all. Of those that write, more than a third of the pool make the server slower, and not faster:
  // they go after the same processors.
  const read = openCallLanes(pool, { lanesMax: 1 });
  const lanesMax = Math.max(2, Math.floor(pool.options.max / 3));
  const write = openCallLanes(pool, { lanesMax, sharesFlush: oneLogOf(pool) });

  async function call<T>(
    companyId: CompanyId,
    called: RawBuilder<unknown>,
    { lockMsMax = defaultLockMsMax, isRead = false }: CallOptions = {},
  ): Promise<T> {
    refuseOutsideTransaction();
    const begin = (lockMs: number) =>
      `BEGIN${isRead ? ' READ ONLY' : ''}; ${settingsOf({ role: 'escuta_company', companyId }, lockMs)}`;
    const statement = statementOf(called.compile(kysely));
    const make = isRead ? read : write;
    for (let left = isRead ? deadConnectionsMax : 0; ; left -= 1) {
      try {
        return (await make({ lockMsMax, begin, statement })) as T;
      } catch (error) {
        if (left > 0 && saysConnectionDied(error)) continue;
        throw saysDatabaseAway(error) ? new DatabaseAwayError(error) : error;
      }
    }
  }

  return {
    pool,
    withCompany: (companyId, work, { narrowing, ...limits } = {}) => {
      requireCompany(companyId);
      const role = narrowing
        ? ({ role: 'escuta_narrowed', narrowing } as const)
        : ({ role: 'escuta_company' } as const);
      return run({ ...role, companyId }, work, limits);
    },
    callInCompany: async (companyId, called, options) => {
      requireCompany(companyId);
      return call(companyId, called, options);
    },
    withSystem: (work) => run({ role: 'escuta_system' }, work),
    close: () => kysely.destroy(),
  };
}

function requireCompany(companyId: CompanyId): void {
  if (!uuid.test(companyId)) throw new Error('a transaction of a company needs its id');
}

/**
 * Role, company and limit of a transaction, in the text of its BEGIN: as settings of the connection they would not pass a
 * pooler. A distributed PostgreSQL is told to take them along to where the company is; to any other that is a name like any.
 *
 * No statement is compiled (`jit`): the planner prices what it is told to avoid (`enable_seqscan`) so high that it has even a
 * look-up of five rows compiled, which costs half a second and saves nothing.
 */
function settingsOf(scope: Scope, lockMsMax: number): string {
  const company = scope.role === 'escuta_system' ? '' : `; SET LOCAL app.company_id = '${scope.companyId}'`;
  const narrowing = scope.role === 'escuta_narrowed' ? `; SET LOCAL app.narrowing = '${narrowingText(scope)}'` : '';
  return `SET LOCAL citus.propagate_set_commands TO 'local'; SET LOCAL ROLE ${scope.role}; SET LOCAL jit = off; SET LOCAL lock_timeout = ${lockMsMax}${company}${narrowing}`;
}

/** What a contact's values must hold, in hexadecimal: people wrote it, and it stands in the text of a statement. */
function narrowingText({ narrowing: { field, value } }: { readonly narrowing: Narrowing }): string {
  return Buffer.from(JSON.stringify({ [field]: value })).toString('hex');
}

/**
 * A second connection inside an open transaction waits for ever on the embedded database and starves a small pool
 * elsewhere. So it is an error everywhere, found by the first test that walks there.
 */
function refuseOutsideTransaction(): void {
  if (scopes.getStore()?.state === 'open') {
    throw new Error('a query outside the open transaction: pass the transaction on instead of opening another');
  }
}

/** Takes role, company and limits in the same round trip as BEGIN, and keeps them local to the transaction. */
class ScopedDriver extends PostgresDriver {
  override async acquireConnection(
    ...options: Parameters<PostgresDriver['acquireConnection']>
  ): Promise<DatabaseConnection> {
    refuseOutsideTransaction();
    return super.acquireConnection(...options);
  }

  override async beginTransaction(connection: DatabaseConnection, _settings: TransactionSettings): Promise<void> {
    const holder = scopes.getStore();
    if (!holder) throw new Error('transactions are opened by withCompany or withSystem');
    const { scope, lockMsMax } = holder;
    const idle = `SET LOCAL idle_in_transaction_session_timeout = ${idleMsMax}`;
    await connection.executeQuery(CompiledQuery.raw(`BEGIN; ${settingsOf(scope, lockMsMax)}; ${idle}`));
    holder.state = 'open';
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await super.commitTransaction(connection);
    } finally {
      markClosed();
    }
  }

  override async rollbackTransaction(connection: Parameters<PostgresDriver['rollbackTransaction']>[0]): Promise<void> {
    markClosed();
    try {
      await super.rollbackTransaction(connection);
    } catch {
      // The connection is broken and thrown away, which rolls back too. What the work threw says more.
    }
  }
}

function markClosed(): void {
  const holder = scopes.getStore();
  if (holder) holder.state = 'closed';
}
