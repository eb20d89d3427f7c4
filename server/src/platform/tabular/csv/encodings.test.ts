// cspell:ignore Neill Ção França Zacarías
import { expect, test } from 'vitest';
import { decode, weighEncodings } from './encodings.ts';

type Page = Parameters<typeof decode>[1] & ('windows-1252' | 'cp850');
const everyByte = Array.from({ length: 256 }, (_each, byte) => String.fromCharCode(byte)).join('');

/** The bytes of a text in a code page; undefined where it has a sign that the page has not. */
function encoded(text: string, page: Page): Buffer | undefined {
  const characters = [...decode(everyByte, page)];
  const bytes = [...text].map((character) => characters.indexOf(character));
  return bytes.includes(-1) ? undefined : Buffer.from(bytes);
}

function likeliest(bytes: Buffer, pieceBytes = bytes.length): Page {
  const encodings = weighEncodings();
  for (let at = 0; at < bytes.length; at += pieceBytes) encodings.see(bytes.subarray(at, at + pieceBytes));
  return encodings.likeliest();
}

/** What people write around names: only Windows-1252 has most of it. */
const texts = [
  'Nome;E-mail;Obs\nJosé;jose@x.com;€ 100\nAna;ana@x.com;€ 250\n',
  'Nome;E-mail\nAna\u00a0Lima;ana@x.com\nJosé Souza;jose@x.com\nRui\u00a0Costa;rui@x.com\n',
  'Nome;E-mail;Obs\nAna Lima;ana@x.com;disse “sim”\nJosé Souza;jose@x.com;disse “talvez”\n',
  'José “Zé” Ção – €;ze@x.com\n',
  'Ana;“assim\nRui;bem…\n',
  'D’Ávila;a@x.com\nO’Neill;b@x.com\n',
  'Nome\nZacarías Núñez\n¿Cómo está?\n¡Muy bien!\n',
  'Sá;Quarto nº 3\nClara;1ª vez\n',
  'É bom\nVolto à tarde\nCafé é ótimo\n',
  'JOSÉ\nANTÔNIO\nÚRSULA\nLÚCIA\nFRANÇA\n',
  'João;França\nConceição;Cláudia\nInês;Simões\n',
];

/** Each text in the code pages that have all of its signs. */
const files = texts.flatMap((text) =>
  (['windows-1252', 'cp850'] as const).flatMap((page) => {
    const bytes = encoded(text, page);
    return bytes ? [{ page, text, bytes }] : [];
  }),
);

test.each(files)('[CIMPORT-03] $page is told by what stands beside its letters and signs: $text', ({ page, bytes }) => {
  // The pieces in which a file comes make no difference.
  for (const pieceBytes of [1, 2, 7, bytes.length]) expect(likeliest(bytes, pieceBytes)).toBe(page);
});

test('[CIMPORT-03] lists of names are told apart, whatever signs Windows adds', () => {
  const names = [
    'João',
    'José',
    'Inês',
    'Conceição',
    'Antônio',
    'Lúcia',
    'Sérgio',
    'Begoña',
    'Simões',
    'Luís',
    'Ângela',
  ];
  const windowsSigns = ['“sim”', '€ 100', '1990–2020', 'D’Ávila', 'bem…', 'a\u00a0b'];
  for (let seed = 0; seed < 300; seed += 1) {
    const drawn = Array.from({ length: 1 + (seed % 5) }, (_each, at) => names[(seed * 7 + at * 3) % names.length]);
    const text = drawn.map((name) => `${name} Silva;x@y.com\n`).join('');
    const sign = windowsSigns[seed % windowsSigns.length];
    expect([text, likeliest(encoded(text, 'cp850')!)]).toEqual([text, 'cp850']);
    const ofWindows = `${text}Ana;${sign}\n`;
    expect([ofWindows, likeliest(encoded(ofWindows, 'windows-1252')!)]).toEqual([ofWindows, 'windows-1252']);
  }
});
