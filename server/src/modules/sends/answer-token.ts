import type { ItemId } from '@escuta/contract/ids';
import { idOf } from '#platform/crypto/ids.ts';
import type { Secrets } from '#platform/crypto/secrets.ts';
import { isSigned } from '#platform/crypto/secrets.ts';

/** What an answer link names: the company by its link key, and the message by its partition and id. */
export interface AnswerTarget {
  /** `companies.link_key`: up to 47 bits. */
  readonly companyKey: number;
  /** The first day of the month that partitions the item: `YYYY-MM-01`. */
  readonly itemsMonth: string;
  readonly itemId: ItemId;
}

const purpose = 'answer-link';
const bytesOfTarget = 6 + 2 + 16;
const bytesOfMac = 16;
const firstYear = 2000;

/**
 * The token of an answer link: company key (6 bytes), month (2), item id (16), and the first 128 bits of an
 * HMAC-SHA256 over them, in base64url: 54 characters. Derived, so that a retry carries the same link and nothing
 * secret is stored; carries the company, so that no look-up searches across companies.
 */
export function makeAnswerToken(secrets: Secrets, target: AnswerTarget): string {
  const bytes = Buffer.alloc(bytesOfTarget);
  const [year = 0, month = 0] = target.itemsMonth.split('-').map(Number);
  bytes.writeUIntBE(target.companyKey, 0, 6);
  bytes.writeUInt16BE((year - firstYear) * 12 + month - 1, 6);
  Buffer.from(target.itemId.replaceAll('-', ''), 'hex').copy(bytes, 8);
  return Buffer.concat([bytes, mac(secrets, bytes)]).toString('base64url');
}

/** Reads a token back, or null when it is not one of ours. */
export function readAnswerToken(secrets: Secrets, token: string): AnswerTarget | null {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== bytesOfTarget + bytesOfMac) return null;
  const target = bytes.subarray(0, bytesOfTarget);
  // Also under a key of before: a link lives for months in somebody's inbox.
  if (!isSigned(secrets, { purpose, message: target, signature: bytes.subarray(bytesOfTarget) })) return null;
  const months = target.readUInt16BE(6);
  const month = String((months % 12) + 1).padStart(2, '0');
  return {
    companyKey: target.readUIntBE(0, 6),
    itemsMonth: `${firstYear + Math.floor(months / 12)}-${month}-01`,
    itemId: idOf(target.subarray(8)),
  };
}

function mac(secrets: Secrets, target: Buffer): Buffer {
  return secrets.sign(purpose, target).subarray(0, bytesOfMac);
}
