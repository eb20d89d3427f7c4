/** How many failed sign-ins are looked at, and of what (decision 0011). Times in milliseconds. */

const minute = 60_000;

export const signInLimits = {
  /** A device that the user has signed in on before: it has only its own failures to answer for. */
  device: { max: 5, windowMs: 15 * minute, blockMs: 15 * minute },
  /** An account together with the network address that tries. */
  pair: { max: 5, windowMs: 15 * minute, blockMs: 15 * minute },
  /** An account, from wherever: against guesses spread over many addresses. */
  account: { max: 50, windowMs: 60 * minute, blockMs: 60 * minute },
  /** A network address, whoever it tries to be. */
  address: { max: 50, windowMs: 15 * minute, blockMs: 15 * minute },
} as const;

export type SignInLimit = keyof typeof signInLimits;

const ofKnownDevice: readonly SignInLimit[] = ['device'];
/** NOTE: every try locks its rows in this order, so no two wait for each other. */
const ofStranger: readonly SignInLimit[] = ['pair', 'account', 'address'];

/** What a try counts for. What strangers do to an account or from an address never counts against a known device. */
export function limitsOf({ isKnownDevice }: { isKnownDevice: boolean }): readonly SignInLimit[] {
  return isKnownDevice ? ofKnownDevice : ofStranger;
}
