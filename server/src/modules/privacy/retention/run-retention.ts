import type { RetentionKind } from '@escuta/contract/retention';
import type { CompanyId } from '@escuta/contract/ids';
import type { AppContext } from '#platform/app-context/app-context.ts';
import type { Transaction } from '#platform/db/database.ts';
import { eachApart } from '#platform/jobs/each-apart.ts';
import { onceMore } from '../once-more.ts';
import { retentionClasses } from './classes.ts';
import { forgottenBefore, tellReached } from './rules.ts';

type Deps = Pick<AppContext, 'database' | 'clock' | 'log'>;

interface Rule {
  readonly companyId: CompanyId;
  readonly kind: RetentionKind;
  readonly days: number;
}

const rowsPerBatch = 1_000;

/**
 * Does what every company's rules say (PRIVACY-17), in short transactions. A run that is cut off begins anew the next time and finds
 * what is left; what stands in one company's way stands in no other's.
 */
export async function runRetention(context: Deps, batchRows = rowsPerBatch): Promise<void> {
  const rules = await context.database.withSystem((tx) =>
    tx
      .selectFrom('retention_rules')
      .select(['company_id as companyId', 'kind', 'days'])
      .orderBy('company_id')
      .orderBy('kind')
      .execute(),
  );
  await eachApart(context.log, rules, (rule) => applyRule(context, rule, batchRows));
}

async function applyRule({ database, clock }: Deps, rule: Rule, limit: number): Promise<void> {
  const { companyId, kind } = rule;
  const { forget, isSystems } = retentionClasses[kind];
  const before = forgottenBefore(rule.days, clock.now());
  let after: string | undefined;
  do {
    const batch = { companyId, before, after, limit };
    const work = async (tx: Transaction) => {
      if (!(await isInForce(tx, rule))) return undefined;
      const done = await forget(tx, batch);
      await addReached(tx, rule, done.rows);
      return done;
    };
    const done = await onceMore(() => (isSystems ? database.withSystem(work) : database.withCompany(companyId, work)));
    if (!done) return;
    ({ after } = done);
  } while (after !== undefined);
  await database.withCompany(companyId, (tx) => endRun(tx, rule, clock.now()));
}

/** Whether the rule is still what this run goes by; held, so that nobody changes it, or runs it too, before the batch is done. */
async function isInForce(tx: Transaction, { companyId, kind, days }: Rule): Promise<boolean> {
  const row = await tx
    .selectFrom('retention_rules')
    .select('days')
    .where('company_id', '=', companyId)
    .where('kind', '=', kind)
    .forUpdate()
    .executeTakeFirst();
  return row?.days === days;
}

async function addReached(tx: Transaction, { companyId, kind }: Rule, rows: number): Promise<void> {
  if (rows === 0) return;
  await tx
    .updateTable('retention_rules')
    .set((eb) => ({ reached: eb('reached', '+', rows) }))
    .where('company_id', '=', companyId)
    .where('kind', '=', kind)
    .execute();
}

async function endRun(tx: Transaction, { companyId, kind }: Rule, now: Date): Promise<void> {
  await tellReached(tx, { companyId, kind }, now);
  await tx
    .updateTable('retention_rules')
    .set({ ran_at: now })
    .where('company_id', '=', companyId)
    .where('kind', '=', kind)
    .execute();
}
