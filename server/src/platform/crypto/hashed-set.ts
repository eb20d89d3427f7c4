import { hash } from 'node:crypto';

/** A set of texts, of which each can be asked for. */
export interface HashedSet {
  add(text: string): void;
  has(text: string): boolean;
}

/** Twice as many places as texts keep the way to a free one short. */
const fullAt = 0.5;
const firstPlaces = 1 << 12;

/**
 * A set of millions of texts in 16 to 32 bytes each, whatever their length, where a JavaScript set of them takes a hundred and
 * more. It keeps 53 bits of each text's SHA-1, so that of two million texts one in 4,500 sets takes a text for another: good for
 * a forecast, and for nothing that must be true.
 */
export function openHashedSet(): HashedSet {
  let places = new Float64Array(firstPlaces);
  let count = 0;

  function placeOf(key: number): number {
    // A power of two: the lowest bits say where to begin.
    let at = key % places.length;
    while (places[at] !== 0 && places[at] !== key) at = (at + 1) % places.length;
    return at;
  }

  function grow(): void {
    const before = places;
    places = new Float64Array(before.length * 2);
    for (const key of before) if (key !== 0) places[placeOf(key)] = key;
  }

  return {
    add(text) {
      const key = keyOf(text);
      const at = placeOf(key);
      if (places[at] === key) return;
      places[at] = key;
      count += 1;
      if (count > places.length * fullAt) grow();
    },
    has(text) {
      const key = keyOf(text);
      return places[placeOf(key)] === key;
    },
  };
}

/** From 1 to 2^53 - 1: 0 is a free place. */
function keyOf(text: string): number {
  const bytes = hash('sha1', text, 'buffer');
  return bytes.readUIntBE(0, 6) * 32 + ((bytes[6] ?? 0) & 31) || 1;
}
