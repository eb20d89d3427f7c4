import { passwordLengthMin, passwordProblems } from '@escuta/contract/password';
import { refuse } from '#platform/http/refusal.ts';
import { isCommonPassword } from './common-password.ts';

/** Refuses PASSWORD_WEAK, with the rules that it breaks, to a password that nobody may choose. */
export async function refuseWeakPassword(password: string, lengthMin = passwordLengthMin): Promise<void> {
  const problems = passwordProblems(password, { lengthMin });
  if (problems.length > 0 || (await isCommonPassword(password))) throw refuse('PASSWORD_WEAK', { problems });
}
