import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Secrets } from '#platform/crypto/secrets.ts';

/** What a sealed text is for, and whose it is: opened as anything else, or as somebody else's, it does not open. */
export interface SealContext {
  /** Chooses the key: one per column. */
  readonly purpose: string;
  /** The row, with its company. */
  readonly owner: string;
}

const algorithm = 'aes-256-gcm';
const version = 1;
const ivBytes = 12;
const tagBytes = 16;

/** Encrypts a text for the database (AES-256-GCM): version (1 byte), nonce (12), tag (16), ciphertext. */
export function seal(secrets: Secrets, context: SealContext, text: string): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, keyOf(secrets, context), iv, { authTagLength: tagBytes });
  cipher.setAAD(Buffer.from(context.owner));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.of(version), iv, cipher.getAuthTag(), sealed]);
}

/** Opens what `seal` made. Throws when it was made with another key or for another owner, or was changed. */
export function openSealed(secrets: Secrets, context: SealContext, sealed: Buffer): string {
  if (sealed[0] !== version) throw new RangeError('a sealed text of another version');
  const iv = sealed.subarray(1, 1 + ivBytes);
  const tag = sealed.subarray(1 + ivBytes, 1 + ivBytes + tagBytes);
  const decipher = createDecipheriv(algorithm, keyOf(secrets, context), iv, { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(context.owner));
  decipher.setAuthTag(tag);
  return Buffer.concat([decipher.update(sealed.subarray(1 + ivBytes + tagBytes)), decipher.final()]).toString('utf8');
}

function keyOf(secrets: Secrets, { purpose }: SealContext): Buffer {
  return secrets.sign('seal', purpose);
}
