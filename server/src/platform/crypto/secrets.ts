import { createHash, createHmac, createSecretKey, randomBytes, timingSafeEqual } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SettingError } from '#platform/config/setting-error.ts';

/** Derives what must not be guessed from the key of the installation. */
export interface Secrets {
  /** HMAC-SHA256 of a text under the key of a purpose: 32 bytes. */
  sign(purpose: string, message: string | Buffer): Buffer;
  /** Tells the key from others and nothing else of it: `keyIdBytes`. */
  readonly keyId: Buffer;
  /** The keys of before, the newest first: what was sealed and signed for long under them still counts (decision 0038). */
  readonly previous: readonly Secrets[];
}

export const keyIdBytes = 4;

/** Of 32 random hexadecimal digits fewer than eight differ once in thirty million keys. */
const differentMin = 8;
const pieceMax = 16;

/** Secrets under a key of at least 32 characters, which also know the keys of before. */
export function secretsFrom(key: string, previous: readonly string[] = []): Secrets {
  const before = previous.filter((each) => each !== key).map((each) => secretsOf(each, 'SECRET_KEYS_PREVIOUS', []));
  return secretsOf(key, 'SECRET_KEY', before);
}

function secretsOf(key: string, setting: string, previous: readonly Secrets[]): Secrets {
  if (key.length < 32) throw new SettingError(setting, 'must have at least 32 characters');
  if (isGuessable(key)) throw new SettingError(setting, 'must be random, such as `openssl rand -hex 32` makes it');
  const keys = new Map<string, KeyObject>();
  function keyOf(purpose: string): KeyObject {
    let derived = keys.get(purpose);
    if (!derived) keys.set(purpose, (derived = createSecretKey(createHmac('sha256', key).update(purpose).digest())));
    return derived;
  }
  const sign: Secrets['sign'] = (purpose, message) => createHmac('sha256', keyOf(purpose)).update(message).digest();
  return { sign, keyId: sign('key id', '').subarray(0, keyIdBytes), previous };
}

/** What `sign` gives under each key, that of today first: to look up what was signed at any time. */
export function signaturesOf(secrets: Secrets, purpose: string, message: string | Buffer): Buffer[] {
  return [secrets, ...secrets.previous].map((each) => each.sign(purpose, message));
}

/**
 * Whether a message was signed for a purpose under the key of today or one of before. `signature` may be the first bytes of
 * what `sign` gives.
 */
export function isSigned(
  secrets: Secrets,
  { purpose, message, signature }: { purpose: string; message: string | Buffer; signature: Buffer },
): boolean {
  // The key of today first: most of what is shown was signed under it.
  return [secrets, ...secrets.previous].some((each) =>
    sameBytes(signature, each.sign(purpose, message).subarray(0, signature.length)),
  );
}

/** Few different characters, or a short piece over and over: somebody typed it, and somebody else can. */
function isGuessable(key: string): boolean {
  const repeats = (length: number) => [...key].every((sign, at) => sign === key[at % length]);
  return new Set(key).size < differentMin || Array.from({ length: pieceMax }, (_, at) => at + 1).some(repeats);
}

interface KeySettings {
  readonly secretKey: string | null;
  readonly secretKeysPrevious?: readonly string[];
  readonly dataDir: string;
  readonly production: boolean;
}

/** The key from the configuration or, outside production, from a file made on first start. */
export function loadSecrets({
  secretKey: key,
  secretKeysPrevious: previous = [],
  dataDir,
  production,
}: KeySettings): Secrets {
  if (key) return secretsFrom(key, previous);
  if (production) throw new SettingError('SECRET_KEY', 'is not set: production needs one of at least 32 characters');
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, 'secret.key');
  if (!existsSync(file)) makeKeyFile(file);
  return secretsFrom(readFileSync(file, 'utf8').trim(), previous);
}

/** Several processes may start at once: the file appears with its content, and the first one stays. */
function makeKeyFile(file: string): void {
  const aside = `${file}.${randomBytes(6).toString('hex')}`;
  writeFileSync(aside, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600, flush: true });
  try {
    linkSync(aside, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(aside);
  }
}

/** A new random token of 256 bits, safe in a URL. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** A new random id for the link of a mail: 128 bits in base64url, `LinkId` of the contract. Kept as a token is. */
export function newLinkId(): string {
  return randomBytes(16).toString('base64url');
}

/** How a token is kept: its SHA-256. A random token needs no slow hash. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Compares two secrets in constant time. */
export function sameBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && timingSafeEqual(left, right);
}
