import { createSignUpUser } from '@escuta/contract/sign-up';
import { logFailure } from '#web/features/sign-up/draft-saver.ts';
import { isRefusal } from '#web/lib/call.ts';

interface Ways {
  readonly onExists: () => void;
  readonly onUnproven: () => void;
}

/** What follows from a step that could not be saved: another step where one can go on, else a line in the log (SIGNUP-61). */
export function leadOn(error: unknown, { onExists, onUnproven }: Ways): void {
  logFailure(error);
  if (isRefusal(createSignUpUser, error, 'EMAIL_ALREADY_SIGNUP')) onExists();
  if (isRefusal(createSignUpUser, error, 'SIGN_UP_NOT_VERIFIED')) onUnproven();
}
