// cspell:ignore èéùìò ΦΓΛΩΠΨΣΘΞ ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ abcdefghijklmnopqrstuvwxyzäöñüà
/**
 * How a text message is cut into the parts that are sent and paid for, for the editor, the review and the preview alike.
 * Sources: 3GPP TS 23.038 §6.2.1 (the alphabet and its extension), TS 23.040 §9.2.3.24.1 (the head of each of several parts).
 */

/** What fits: into one message alone, and into each of several, whose heads take seven septets or three code units. */
const limits = { 'gsm-7': { alone: 160, each: 153 }, 'ucs-2': { alone: 70, each: 67 } } as const;

const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Each takes two septets, which stay together. */
const extension = new Set('\f^{}\\[~]|€');

/** A text in letters that the basic alphabet has, as far as leaving out accents does it: 'São' as 'Sao', 'José' as it is. */
export function withBasicLetters(text: string): string {
  return [...text.normalize('NFC')].map(basicLetter).join('');
}

function basicLetter(letter: string): string {
  const bare = letter.normalize('NFD').replaceAll(/\p{M}/gu, '');
  return basic.has(letter) || !basic.has(bare) ? letter : bare;
}

export interface SmsSegments {
  /** `gsm-7` counts in septets; one character that it has not makes the whole message `ucs-2`, in UTF-16 code units. */
  readonly encoding: 'gsm-7' | 'ucs-2';
  readonly units: number;
  /** What fits into one part of this message. */
  readonly unitsPerSegment: number;
  /** Parts; an empty text has none. */
  readonly segments: number;
}

/** Counts what a text costs as an SMS. */
export function smsSegments(text: string): SmsSegments {
  const characters = [...text];
  const encoding = characters.every((each) => basic.has(each) || extension.has(each)) ? 'gsm-7' : 'ucs-2';
  const costs = characters.map((each) => (encoding === 'gsm-7' ? 1 + Number(extension.has(each)) : each.length));
  const units = costs.reduce((sum, cost) => sum + cost, 0);
  const { alone, each } = limits[encoding];
  if (units <= alone) return { encoding, units, unitsPerSegment: alone, segments: Math.min(units, 1) };
  return { encoding, units, unitsPerSegment: each, segments: partsOf(costs, each) };
}

/** Parts of at most so many units, no character cut in two. */
function partsOf(costs: readonly number[], unitsMax: number): number {
  let parts = 1;
  let used = 0;
  for (const cost of costs) {
    if (used + cost > unitsMax) {
      parts += 1;
      used = 0;
    }
    used += cost;
  }
  return parts;
}
