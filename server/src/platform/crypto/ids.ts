import { randomFillSync } from 'node:crypto';
import { stringify, v7 } from 'uuid';
import { systemClock } from '#platform/time/clock.ts';

/**
 * A new UUIDv7: sorts by time of making, in one process also within a millisecond, unique everywhere. The caller names the
 * noun's brand.
 */
export function newId<Id extends string = string>(): Id {
  const random = randomBytesOfOne();
  count(random);
  return v7({ random, ...last }) as Id;
}

/** The id whose 16 bytes these are. The caller names the noun's brand. */
export function idOf<Id extends string = string>(bytes: Buffer): Id {
  return stringify(bytes) as Id;
}

/** The millisecond of the last id, and its number within it: 32 bits (RFC 9562 §6.2, method 1). */
const last = { msecs: 0, seq: 0 };

/** Goes on to the next number, or to a random one in a new millisecond: below half, so that there is room to count. */
function count(random: Buffer): void {
  const now = systemClock.now().getTime();
  if (now > last.msecs) {
    last.msecs = now;
    last.seq = random.readUInt32BE(6) >>> 1;
  } else {
    last.seq = (last.seq + 1) >>> 0;
    if (last.seq === 0) last.msecs += 1;
  }
}

const bytesOfOne = 16;
/** Random bytes in stock: to ask for those of each id cost an import of a million rows two seconds of a processor. */
const stock = Buffer.alloc(256 * bytesOfOne);
let used = stock.length;

function randomBytesOfOne(): Buffer {
  if (used === stock.length) {
    randomFillSync(stock);
    used = 0;
  }
  used += bytesOfOne;
  return stock.subarray(used - bytesOfOne, used);
}
