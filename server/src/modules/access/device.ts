import type { UserId } from '@escuta/contract/ids';
import { newToken, sameBytes } from '#platform/crypto/secrets.ts';
import type { Secrets } from '#platform/crypto/secrets.ts';

/** A browser: its id, and a mark for each user who has signed in there. A mark says nothing to whoever cannot sign. */
export interface Device {
  readonly id: string;
  readonly marks: readonly string[];
}

/** Whose device it is. The mark holds the password's hash, so a new password makes every device of the user a stranger. */
interface Owner {
  readonly id: UserId | '';
  readonly password_hash: string | null;
}

const nobody: Owner = { id: '', password_hash: null };
/** People share a computer at a reception; the one who has not signed in for longest is forgotten first. */
const marksMax = 8;
const markBytes = 16;
const written = new RegExp(`^[\\w-]{43}(\\.[\\w-]{22}){1,${marksMax}}$`);

/** Reads what a browser shows; undefined for none and for what we never wrote. Whether it is true is `isDeviceOf`. */
export function readDevice(shown: string | undefined): Device | undefined {
  if (shown === undefined || !written.test(shown)) return undefined;
  const [id = '', ...marks] = shown.split('.');
  return { id, marks };
}

/**
 * Whether this user has signed in on this device, with the password of today, under the key of today or one of before. Works as
 * long for a user who is not there.
 */
export function isDeviceOf(secrets: Secrets, device: Device, user: Owner | undefined): boolean {
  const marks = marksOf(secrets, device.id, user ?? nobody).map((mark) => Buffer.from(mark));
  const isMarked = device.marks.flatMap((one) => marks.map((mark) => sameBytes(Buffer.from(one), mark))).includes(true);
  return isMarked && user !== undefined;
}

/** What the browser shall show from now on, after this user has signed in. */
export function markDevice(secrets: Secrets, device: Device | undefined, user: Owner): string {
  const id = device?.id ?? newToken();
  const mark = markOf(secrets, id, user);
  const old = marksOf(secrets, id, user);
  const others = (device?.marks ?? []).filter((one) => !old.includes(one));
  return [id, mark, ...others.slice(0, marksMax - 1)].join('.');
}

/** The marks of a user under each key, that of today first. */
function marksOf(secrets: Secrets, deviceId: string, owner: Owner): string[] {
  return [secrets, ...secrets.previous].map((each) => markOf(each, deviceId, owner));
}

function markOf(secrets: Secrets, deviceId: string, { id, password_hash: hash }: Owner): string {
  const signature = secrets.sign('sign-in device', `${deviceId}\n${id}\n${hash ?? ''}`);
  return signature.subarray(0, markBytes).toString('base64url');
}
