import { normalizeEmail } from '@escuta/contract/email-address';

/** The e-mails that were typed, each once and as it is stored (SIGNUP-49); what is empty is left out. */
export function distinctEmails(typed: readonly string[]): string[] {
  return [...new Set(typed.map((each) => normalizeEmail(each) ?? each.trim()).filter(Boolean))];
}

/** Whether something is typed that is no e-mail. */
export function isBrokenEmail(typed: string): boolean {
  return typed.trim() !== '' && normalizeEmail(typed) === null;
}
