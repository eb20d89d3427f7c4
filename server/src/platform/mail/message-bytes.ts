const SLAB_BYTES = 1024 * 1024;

let slab = Buffer.allocUnsafeSlow(SLAB_BYTES);
let used = 0;

/**
 * The bytes of a message whose characters are all below U+0100. Messages share their memory by the megabyte, never
 * overwritten: an allocation for each costs the garbage collector more than writing it.
 */
export function messageBytes(text: string): Buffer {
  if (text.length > SLAB_BYTES / 8) return Buffer.from(text, 'latin1');
  if (used + text.length > SLAB_BYTES) {
    slab = Buffer.allocUnsafeSlow(SLAB_BYTES);
    used = 0;
  }
  const bytes = slab.subarray(used, used + text.length);
  used += bytes.write(text, 'latin1');
  return bytes;
}
