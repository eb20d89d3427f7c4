// cspell:ignore Çüéâäàåçêëèïîì Æôöòûùÿ ƒáíóúñ áàâãéêíóôõúüçñ ÁÀÂÃÉÊÍÓÔÕÚÜÇÑ
import { isUtf8 } from 'node:buffer';
import type { CsvLayout } from './csv-record.ts';

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

/** The letters beyond ASCII of Portuguese and Spanish, which tell one code page from another. */
const letters = 'áàâãéêíóôõúüçñÁÀÂÃÉÊÍÓÔÕÚÜÇÑ';
const letterBytes: Readonly<Record<SingleByte, ReadonlySet<number>>> = {
  'windows-1252': new Set(Buffer.from(letters, 'latin1')),
  cp850: new Set([...letters].map((letter) => 0x80 + cp850.indexOf(letter))),
};

/** Counts how much of a file reads as letters in the code pages that have one byte for each. */
export function countLetters(): { see(bytes: Uint8Array): void; likeliest(): SingleByte } {
  const counts: Record<SingleByte, number> = { 'windows-1252': 0, cp850: 0 };
  return {
    see(bytes) {
      for (const byte of bytes) {
        if (byte < 0x80) continue;
        if (letterBytes['windows-1252'].has(byte)) counts['windows-1252'] += 1;
        if (letterBytes.cp850.has(byte)) counts.cp850 += 1;
      }
    },
    likeliest: () => (counts.cp850 > counts['windows-1252'] ? 'cp850' : 'windows-1252'),
  };
}
