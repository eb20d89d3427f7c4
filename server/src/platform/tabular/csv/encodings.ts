// cspell:ignore Çüéâäàåçêëèïîì Æôöòûùÿ ƒáíóúñ
import { isUtf8 } from 'node:buffer';
import type { CsvLayout } from './csv-record.ts';
import { plausibility, signsOf } from './plausible-text.ts';

type Encoding = CsvLayout['encoding'];
type SingleByte = Exclude<Encoding, 'utf-8'>;

/** Code page 850, "DOS Latin 1", from 80 to FF (Unicode consortium, CP850.TXT); no decoder of the platform knows it. */
const cp850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';
const windows1252 = new TextDecoder('windows-1252');

/** The text of bytes that stand one in each character. */
export function decode(text: string, encoding: Encoding): string {
  if (isAscii(text)) return text;
  if (encoding === 'cp850') return text.replace(/[\x80-\xff]/g, (byte) => cp850[byte.charCodeAt(0) - 0x80] ?? '');
  const bytes = Buffer.from(text, 'latin1');
  return encoding === 'utf-8' ? bytes.toString('utf8') : windows1252.decode(bytes);
}

/** Whether bytes that are to be read one for each character are letters of UTF-8 throughout: then they are no others. */
export function isStrayUtf8(text: string, encoding: Encoding): boolean {
  return encoding !== 'utf-8' && !isAscii(text) && isUtf8(Buffer.from(text, 'latin1'));
}

function isAscii(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- everything but ASCII
  return !/[^\x00-\x7f]/.test(text);
}

const bytes = Array.from({ length: 256 }, (_each, byte) => String.fromCharCode(byte)).join('');
const signs: Readonly<Record<SingleByte, ReturnType<typeof signsOf>>> = {
  'windows-1252': signsOf([...decode(bytes, 'windows-1252')]),
  cp850: signsOf([...decode(bytes, 'cp850')]),
};
const codePages = ['windows-1252', 'cp850'] as const;

/** Weighs how much of a file reads as text in the code pages that have one byte for each character. */
export function weighEncodings(): { see(bytes: Uint8Array): void; likeliest(): SingleByte } {
  const weights: Record<SingleByte, number> = { 'windows-1252': 0, cp850: 0 };
  const lineBreak = 0x0a;
  // A byte is weighed once the byte behind it is known, which may come with the next piece.
  let [before, held] = [lineBreak, lineBreak];
  const take = (behind: number) => {
    if (held >= 0x80)
      for (const page of codePages)
        weights[page] += plausibility(signs[page][held]!, signs[page][before]!, signs[page][behind]!);
    [before, held] = [held, behind];
  };
  return {
    see: (piece) => piece.forEach(take),
    likeliest: () => {
      take(lineBreak);
      return weights.cp850 > weights['windows-1252'] ? 'cp850' : 'windows-1252';
    },
  };
}
