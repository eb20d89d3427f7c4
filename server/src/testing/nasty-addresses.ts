import fc from 'fast-check';

/** Pieces that addresses are made of, and those that have made one address another. */
const piece = fc.constantFrom(
  ...Array.from('aZ9.-_+@/#?: \t\n[]"éßｅ。а日ﬁİ\u0301\u00ad\u200b\u200d\ufeff\u212a'),
  '%2e',
  'xn--',
  '127.0.0.1',
  '0x7f',
  '.com',
  'aé',
  'ab',
  'a.b',
  'a-b',
  'a'.repeat(63),
  'b'.repeat(64),
);
const nastyPart = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(''));
const plainPart = fc.constantFrom('ok', 'a.b', 'o+k');

/** Addresses as files and people bring them, many of them none. None holds a NUL, which no text of the database can. */
export const nastyAddress = fc
  .tuple(fc.oneof(plainPart, nastyPart), fc.oneof(plainPart, nastyPart), fc.constantFrom('', '.com', '.com.br', '.рф'))
  .map(([local, domain, end]) => `${local}@${domain}${end}`);
