import type { ScoreGroup } from '@escuta/contract/metrics';
import type { CommentBank } from './comment-bank.ts';
import { shortComments, spanishComments } from './hotel-comments.ts';
import type { Random } from '#platform/drawing/random.ts';

const shortShare = 0.14;
const secondSentenceShare = 0.42;
/** People who hesitate name something good as well. */
const mixedShare = 0.3;

/** What somebody of a group writes about some subjects, now and then in Spanish. */
export function composeComment(random: Random, bank: CommentBank, group: ScoreGroup, spanishShare: number): string {
  if (random.chance(spanishShare)) return twoOf(random, spanishComments[group]);
  if (random.chance(shortShare)) return random.pick(shortComments[group]);
  const subject = random.pick(Object.keys(bank));
  const first = random.pick(bank[subject]![group]);
  const others = Object.keys(bank).filter((other) => other !== subject);
  if (others.length === 0 || !random.chance(secondSentenceShare)) return asTyped(random, first);
  const also = group === 'middle' && random.chance(mixedShare) ? 'top' : group;
  return asTyped(random, `${first} ${random.pick(bank[random.pick(others)]![also])}`);
}

function twoOf(random: Random, sentences: readonly string[]): string {
  const first = random.pick(sentences);
  const second = random.pick(sentences);
  return first === second || random.chance(0.6) ? first : `${first} ${second}`;
}

/** Some type on a phone, without capitals or a full stop. */
function asTyped(random: Random, text: string): string {
  if (!random.chance(0.12)) return text;
  return text.toLowerCase().replace(/\.$/, '');
}
