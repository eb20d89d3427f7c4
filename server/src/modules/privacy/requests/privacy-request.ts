import { privacyRequestDueDays } from '@escuta/contract/privacy-requests';
import type { IdentityCheck, PrivacyRequestStatus } from '@escuta/contract/privacy-requests';

const dayMs = 24 * 3_600_000;

/** When a request is due that came in now (PRIVACY-05). */
export function dueOf(createdAt: Date): Date {
  return new Date(createdAt.getTime() + privacyRequestDueDays * dayMs);
}

/** Whether a request is answered, one way or the other. */
export function isClosed(status: PrivacyRequestStatus): boolean {
  return status === 'done' || status === 'refused';
}

/** Whether a request cannot be done yet: nobody is given, or loses, what is kept of somebody else. */
export function isUnproven(status: PrivacyRequestStatus, identityCheck: IdentityCheck): boolean {
  return status === 'done' && identityCheck !== 'confirmed';
}

/** Whether what is kept of a person may be collected on a request, and what was collected is given out. */
export function mayCollect({
  status,
  identity_check: identityCheck,
}: {
  readonly status: PrivacyRequestStatus;
  readonly identity_check: IdentityCheck;
}): boolean {
  return status !== 'refused' && identityCheck === 'confirmed';
}

/** Digits and letters but for those that are mistaken for others, read aloud or written by hand: 32 signs. */
const signs = Array.from({ length: 36 }, (_, at) => at.toString(36).toUpperCase())
  .filter((sign) => !['I', 'L', 'O', 'U'].includes(sign))
  .join('');

/** A protocol such as `2026-7KQ4-M2XD`: the year, and 40 random bits. */
export function protocolFrom(year: number, bytes: Uint8Array): string {
  const code = Array.from(bytes.subarray(0, 8), (byte) => signs.charAt(byte % signs.length)).join('');
  return `${year}-${code.slice(0, 4)}-${code.slice(4)}`;
}
