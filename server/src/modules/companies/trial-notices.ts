import type { CompanyId } from '@escuta/contract/ids';
import type { Language } from '@escuta/contract/primitives';
import type { Transaction } from '#platform/db/database.ts';

const dayMs = 24 * 3_600_000;
/** How long before the end of a trial each notice is due, and until when it still says something: the shorter one first. */
const notices = [
  { kind: 'last_day', fromMs: dayMs, untilMs: 0 },
  { kind: 'soon', fromMs: 3 * dayMs, untilMs: dayMs },
] as const;
export type TrialNoticeKind = (typeof notices)[number]['kind'];

/** A company whose trial ends soon, and what it has to be told now. */
export interface DueNotice {
  readonly kind: TrialNoticeKind;
  readonly companyId: CompanyId;
  readonly name: string;
  readonly language: Language;
  /** An IANA zone. */
  readonly timeZone: string;
  readonly trialExpiresAt: Date;
}

/** The notices that are due and were not given yet. In a transaction across companies. */
export async function dueTrialNotices(tx: Transaction, now: Date): Promise<DueNotice[]> {
  const due = notices.map(async ({ kind, fromMs, untilMs }) => {
    const rows = await tx
      .selectFrom('companies')
      .leftJoin('trial_notices', (join) =>
        join.onRef('trial_notices.company_id', '=', 'companies.id').on('trial_notices.kind', '=', kind),
      )
      .select([
        'companies.id',
        'companies.name',
        'companies.language',
        'companies.timezone',
        'companies.trial_expires_at',
      ])
      .where('companies.active', '=', true)
      .where('companies.is_trial', '=', true)
      .where('companies.trial_expires_at', '>', new Date(now.getTime() + untilMs))
      .where('companies.trial_expires_at', '<=', new Date(now.getTime() + fromMs))
      .where('trial_notices.kind', 'is', null)
      .execute();
    return rows.flatMap(({ id, name, language, timezone: timeZone, trial_expires_at: end }) =>
      end ? [{ kind, companyId: id, name, language, timeZone, trialExpiresAt: end }] : [],
    );
  });
  return (await Promise.all(due)).flat();
}

/** Says that a notice is given, in the transaction that gives it; false when another one has just given it. */
export async function noteTrialNotice(
  tx: Transaction,
  { companyId, kind }: Pick<DueNotice, 'companyId' | 'kind'>,
  now: Date,
): Promise<boolean> {
  const noted = await tx
    .insertInto('trial_notices')
    .values({ company_id: companyId, kind, sent_at: now })
    .onConflict((conflict) => conflict.columns(['company_id', 'kind']).doNothing())
    .returning('kind')
    .executeTakeFirst();
  return noted !== undefined;
}
