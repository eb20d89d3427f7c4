import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { keyIdBytes } from '#platform/crypto/secrets.ts';
import type { Secrets } from '#platform/crypto/secrets.ts';

/** What a sealed text is for, and whose it is: opened as anything else, or as somebody else's, it does not open. */
export interface SealContext {
  /** The column: each has a key of its own. */
  readonly purpose: string;
  /** The row, with its company. */
  readonly owner: string;
}

const algorithm = 'aes-256-gcm';
/** Version 1 had no key id, and the owner alone as additional data; it is still read. */
const version = 2;
const ivBytes = 12;
const tagBytes = 16;
const headBytes = 1 + keyIdBytes;

/**
 * Encrypts a text for the database (AES-256-GCM): version (1 byte), key id (4), nonce (12), tag (16), ciphertext. The head, the
 * purpose and the owner are additional data: in another column or row it does not open.
 */
export function seal(secrets: Secrets, context: SealContext, text: string): Buffer {
  const iv = randomBytes(ivBytes);
  const head = headOf(secrets);
  const cipher = createCipheriv(algorithm, keyOf(secrets, context), iv, { authTagLength: tagBytes });
  cipher.setAAD(additionalData(head, context));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([head, iv, cipher.getAuthTag(), sealed]);
}

/**
 * Opens what `seal` made under the key of today or one of before. Throws when it was made under another key or for another
 * owner, or was changed.
 */
export function openSealed(secrets: Secrets, context: SealContext, sealed: Buffer): string {
  if (sealed[0] === 1) return openFirstVersion(secrets, context, sealed);
  if (sealed[0] !== version) throw new RangeError('a sealed text of another version');
  const head = sealed.subarray(0, headBytes);
  const key = [secrets, ...secrets.previous].find(({ keyId }) => keyId.equals(head.subarray(1)));
  if (!key) throw new RangeError('a sealed text whose key we do not have: unable to authenticate it');
  return decipher(keyOf(key, context), additionalData(head, context), sealed.subarray(headBytes));
}

/** Whether a sealed text is as `seal` makes them today: under the key of today. */
export function isSealedToday(secrets: Secrets, sealed: Buffer): boolean {
  return sealed.subarray(0, headBytes).equals(headOf(secrets));
}

function openFirstVersion(secrets: Secrets, context: SealContext, sealed: Buffer): string {
  const keys = [secrets, ...secrets.previous];
  for (const [at, key] of keys.entries()) {
    try {
      return decipher(keyOf(key, context), Buffer.from(context.owner), sealed.subarray(1));
    } catch (error) {
      if (at === keys.length - 1) throw error;
    }
  }
  throw new Error('there is always a key of today');
}

function decipher(key: Buffer, additional: Buffer, body: Buffer): string {
  const opening = createDecipheriv(algorithm, key, body.subarray(0, ivBytes), { authTagLength: tagBytes });
  opening.setAAD(additional);
  opening.setAuthTag(body.subarray(ivBytes, ivBytes + tagBytes));
  return Buffer.concat([opening.update(body.subarray(ivBytes + tagBytes)), opening.final()]).toString('utf8');
}

function headOf({ keyId }: Secrets): Buffer {
  return Buffer.concat([Buffer.of(version), keyId]);
}

function additionalData(head: Buffer, { purpose, owner }: SealContext): Buffer {
  return Buffer.concat([head, Buffer.from(JSON.stringify([purpose, owner]))]);
}

function keyOf(secrets: Secrets, { purpose }: SealContext): Buffer {
  return secrets.sign('seal', purpose);
}
