/** What tells accounts apart in the switcher (2§4), as the wire has it. */
export interface ClassifiedAccount {
  readonly active: boolean;
  /** Null counts as no trial. */
  readonly isTrial: boolean | null;
  /** An instant as ISO 8601 text. */
  readonly trial_expiration_date: string | null;
}

export const accountClasses = ['active', 'trial', 'canceled'] as const;
export type AccountClass = (typeof accountClasses)[number];

/** The class of an account: a trial whether active or not, otherwise active or canceled. */
export function accountClassOf({ active, isTrial }: Pick<ClassifiedAccount, 'active' | 'isTrial'>): AccountClass {
  if (isTrial === true) return 'trial';
  return active ? 'active' : 'canceled';
}

/** Says whether a trial is over. One without an end is not. */
export function isTrialExpired(
  { trial_expiration_date: end }: Pick<ClassifiedAccount, 'trial_expiration_date'>,
  now: Date,
): boolean {
  return end !== null && new Date(end) < now;
}

/** The filters of the switcher, by the names of the specification. */
export const accountFilters = [
  'all',
  'only_trial',
  'free_trial_expired',
  'free_trial_not_expired',
  'only_active',
  'canceled',
] as const;
export type AccountFilter = (typeof accountFilters)[number];

const accepts: Readonly<Record<AccountFilter, (account: ClassifiedAccount, now: Date) => boolean>> = {
  all: () => true,
  only_trial: (account) => accountClassOf(account) === 'trial',
  free_trial_expired: (account, now) => accountClassOf(account) === 'trial' && isTrialExpired(account, now),
  free_trial_not_expired: (account, now) => accountClassOf(account) === 'trial' && !isTrialExpired(account, now),
  only_active: (account) => accountClassOf(account) === 'active',
  canceled: (account) => accountClassOf(account) === 'canceled',
};

/** Says whether a filter lets an account through. */
export function passesFilter(account: ClassifiedAccount, filter: AccountFilter, now: Date): boolean {
  return accepts[filter](account, now);
}
