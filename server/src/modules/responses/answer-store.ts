import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { LimitFunction } from 'p-limit';
import type { CompanyId } from '@escuta/contract/ids';
import type { Database, Transaction } from '#platform/db/database.ts';

/** The ways of one company's answers into the database. A call is a function of the database, committed when it answers. */
export interface AnswerStore {
  read<T>(call: RawBuilder<unknown>): Promise<T>;
  write(call: RawBuilder<unknown>): Promise<void>;
  /** Runs what takes more than one call in one transaction. */
  within<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
}

/** A respondent waits: a row that somebody else holds for so long is a reason to say "try again" rather than nothing. */
const lockMsMax = 700;

/** The store of a company, whose calls take a round trip each at most; `limit` says how many transactions of all companies are open. */
export function answerStoreOf(database: Database, companyId: CompanyId, limit: LimitFunction): AnswerStore {
  return {
    read: (call) => database.callInCompany(companyId, call, { lockMsMax, isRead: true }),
    write: async (call) => void (await database.callInCompany(companyId, call, { lockMsMax })),
    within: (work) => limit(() => database.withCompany(companyId, work, { lockMsMax })),
  };
}

/** The store of a transaction that is open: what is written goes with the rest of it, or not at all. */
export function storeWithin(tx: Transaction): AnswerStore {
  const run = async (call: RawBuilder<unknown>) => {
    const { rows } = await sql<{ answer: unknown }>`SELECT ${call} AS answer`.execute(tx);
    return rows[0]?.answer;
  };
  return {
    read: async <T>(call: RawBuilder<unknown>) => (await run(call)) as T,
    write: async (call) => void (await run(call)),
    within: (work) => work(tx),
  };
}
