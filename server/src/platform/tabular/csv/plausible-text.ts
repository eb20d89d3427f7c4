// cspell:ignore áàâãéêíóôõúüçñ áàéíóú
/**
 * How likely bytes are text in a code page, told by what stands beside each byte beyond ASCII: a capital behind a small letter, as in
 * "JosÚ", or a euro sign within a word, as in "FRAN€A", is no text that people write.
 */

type Kind = 'small' | 'capital' | 'foreign' | 'plain' | 'space' | 'opening' | 'sign' | 'odd';

/** The letters beyond ASCII of Portuguese and Spanish. */
const ours = new Set('áàâãéêíóôõúüçñ');
/** Those that are words by themselves, 'é' and 'à', and begin a sentence so. */
const words = new Set('áàéíóú');
const openings = new Set('“‘¡¿«');
const signs = new Set('”’–—…€•ªº°»™®');

/** What a byte is in a code page. */
interface Sign {
  readonly kind: Kind;
  readonly isWord: boolean;
}

/** What each byte is, by the character that it stands for. */
export function signsOf(characters: readonly string[]): readonly Sign[] {
  return characters.map((character) => {
    const small = character.toLowerCase();
    return { kind: kindOf(character, small), isWord: words.has(small) };
  });
}

function kindOf(character: string, small: string): Kind {
  const isAscii = character < '\x80';
  if (/\p{L}/u.test(character)) {
    if (!isAscii && !ours.has(small)) return signs.has(character) ? 'sign' : 'foreign';
    return character === small ? 'small' : 'capital';
  }
  if (isAscii) return 'plain';
  if (character === '\u00a0') return 'space';
  if (openings.has(character)) return 'opening';
  return signs.has(character) ? 'sign' : 'odd';
}

const isLetter = ({ kind }: Sign) => kind === 'small' || kind === 'capital' || kind === 'foreign';

/** How likely a byte is what its code page says, between the byte before and the byte behind it: from -1 to 1. */
export function plausibility(sign: Sign, before: Sign, behind: Sign): number {
  const [isBehindLetter, isBeforeLetter] = [isLetter(before), isLetter(behind)];
  switch (sign.kind) {
    case 'small':
    case 'capital':
      return letterPlausibility(sign, before, behind);
    case 'space':
      // As copied from a page of the web: between two words.
      return behind.kind !== 'plain' && before.kind !== 'plain' ? 0.5 : 0;
    case 'opening':
      return isBehindLetter ? -1 : 1;
    case 'sign':
      // An apostrophe stands between letters.
      return isBehindLetter && isBeforeLetter ? 0 : 1;
    case 'odd':
      return isBehindLetter || isBeforeLetter ? -1 : 0;
    case 'foreign':
    case 'plain':
      return 0;
  }
}

function letterPlausibility(letter: Sign, before: Sign, behind: Sign): number {
  const isSmall = letter.kind === 'small';
  if (!isLetter(before) && !isLetter(behind)) return letter.isWord ? 0.5 : -1;
  if (isSmall && behind.kind === 'capital') return -1;
  // A capital begins a word, or stands among others.
  const isWithin = isLetter(before) && (before.kind === 'small' || behind.kind === 'small');
  return !isSmall && isWithin ? -1 : 1;
}
