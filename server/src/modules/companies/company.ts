interface CompanyState {
  readonly active: boolean;
  readonly is_trial: boolean;
  readonly trial_expires_at: Date | null;
}

/**
 * Says whether the people of a company may work in it now: nobody has shut it, and its trial, while it is on one, is not over.
 * The clock alone ends a trial (decision 0041).
 */
export function isCompanyActive(
  { active, is_trial: isTrial, trial_expires_at: end }: CompanyState,
  now: Date,
): boolean {
  return active && !(isTrial && end !== null && end <= now);
}
