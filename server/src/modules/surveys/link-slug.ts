import type { Secrets } from '#platform/crypto/secrets.ts';
import { isSigned } from '#platform/crypto/secrets.ts';

/** What the slug of an open link names: the company by its link key, and one of its links. */
export interface LinkTarget {
  /** `companies.link_key`: up to 47 bits. */
  readonly companyKey: number;
  /** `survey_links.code`: 48 random bits in hexadecimal. */
  readonly code: string;
}

const purpose = 'open-link';
const bytesOfTarget = 6 + 6;
const bytesOfMac = 6;

/**
 * The slug of an open link: company key (6 bytes), code (6), and the first 48 bits of an HMAC-SHA256 over them, in base64url: 24
 * characters. Whoever guesses is refused without a question to the database, and which company to look in is known.
 */
export function makeLinkSlug(secrets: Secrets, { companyKey, code }: LinkTarget): string {
  const bytes = Buffer.alloc(bytesOfTarget);
  bytes.writeUIntBE(companyKey, 0, 6);
  bytes.write(code, 6, 'hex');
  return Buffer.concat([bytes, mac(secrets, bytes)]).toString('base64url');
}

/** Reads a slug back, or null when it is not one of ours. */
export function readLinkSlug(secrets: Secrets, slug: string): LinkTarget | null {
  const bytes = Buffer.from(slug, 'base64url');
  if (bytes.length !== bytesOfTarget + bytesOfMac) return null;
  const target = bytes.subarray(0, bytesOfTarget);
  // Also under a key of before: a slug is printed on paper.
  if (!isSigned(secrets, { purpose, message: target, signature: bytes.subarray(bytesOfTarget) })) return null;
  return { companyKey: target.readUIntBE(0, 6), code: target.toString('hex', 6) };
}

function mac(secrets: Secrets, target: Buffer): Buffer {
  return secrets.sign(purpose, target).subarray(0, bytesOfMac);
}
