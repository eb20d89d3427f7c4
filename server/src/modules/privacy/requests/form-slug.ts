import { isSigned } from '#platform/crypto/secrets.ts';
import type { Secrets } from '#platform/crypto/secrets.ts';

const purpose = 'privacy-form';
const bytesOfKey = 6;
const bytesOfMac = 6;

/**
 * What stands in the address of a company's form: its link key (6 bytes) and the first 48 bits of an HMAC-SHA256 over it, in
 * base64url: 16 characters. Whoever guesses is refused without a question to the database.
 */
export function makeFormSlug(secrets: Secrets, companyKey: number): string {
  const key = Buffer.alloc(bytesOfKey);
  key.writeUIntBE(companyKey, 0, bytesOfKey);
  return Buffer.concat([key, secrets.sign(purpose, key).subarray(0, bytesOfMac)]).toString('base64url');
}

/** Reads the link key of a company back, or null when the slug is not one of ours. */
export function readFormSlug(secrets: Secrets, slug: string): number | null {
  const bytes = Buffer.from(slug, 'base64url');
  if (bytes.length !== bytesOfKey + bytesOfMac) return null;
  const message = bytes.subarray(0, bytesOfKey);
  // Also under a key of before: the address stands on the company's own pages.
  if (!isSigned(secrets, { purpose, message, signature: bytes.subarray(bytesOfKey) })) return null;
  return message.readUIntBE(0, bytesOfKey);
}
