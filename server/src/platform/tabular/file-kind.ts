import type { fileKinds } from '@escuta/contract/imports';
import type { TableBroken } from './table.ts';
import { openZip } from './xlsx/zip-package.ts';
import type { TableFile } from './table.ts';

/** What kind of file this is when it is no table that we read. */
export type FileKind = (typeof fileKinds)[number];

/** A file is none of the tables that we read; `kind` says what it is instead. */
export class NoTable extends Error {
  readonly kind: FileKind;
  constructor(kind: FileKind, options?: ErrorOptions) {
    super(`no table: ${kind}`, options);
    this.kind = kind;
  }
}

const magic: readonly { bytes: string; kind: FileKind }[] = [
  { bytes: '\x1f\x8b', kind: 'archive' },
  { bytes: '7z\xbc\xaf', kind: 'archive' },
  { bytes: 'Rar!', kind: 'archive' },
  { bytes: '%PDF-', kind: 'binary' },
  { bytes: '{\\rtf', kind: 'binary' },
  { bytes: '\xff\xfe', kind: 'utf-16' },
  { bytes: '\xfe\xff', kind: 'utf-16' },
];
const zip = ['PK\x03\x04', 'PK\x05\x06'];
/** The container of the old xls, and of a document with a password around the other formats. */
const ole = '\xd0\xcf\x11\xe0';
const encryptedPackage = Buffer.from('EncryptedPackage', 'utf16le');
const directoryBytes = 4_096;
/** What systems write that “export to Excel” a page or a document of XML, and JSON. */
const markup = /^(?:<!doctype|<!--|<\?xml|<(?:html|head|body|meta|style|table|div|tr)[\s>]|\[\s*[{["]|\{\s*")/i;
const beginLetters = 1_024;

/** Whether a file begins as a zip does, which XLSX files are, whatever its name says. */
export function isZip(head: Buffer): boolean {
  const start = head.toString('latin1', 0, 4);
  return zip.some((bytes) => start === bytes);
}

/** Says what a file is when its first bytes are neither those of a CSV nor of a zip; null when they may be. */
export function kindOf(head: Buffer): FileKind | null {
  if (isZip(head)) return null;
  const start = head.toString('latin1', 0, 8);
  if (start.startsWith(ole)) return head.includes(encryptedPackage) ? 'encrypted' : 'spreadsheet';
  if (markup.test(head.toString('utf8', 0, beginLetters).trimStart())) return 'markup';
  const known = magic.find(({ bytes }) => start.startsWith(bytes));
  return known ? known.kind : kindByContent(head);
}

/**
 * Whether a compound file wraps a workbook with a password. Its directory, which names the package, may lie anywhere
 * (MS-CFB §2.2: the size of a sector at 30, the first sector of the directory at 48).
 */
export async function isEncryptedPackage(file: TableFile, head: Buffer): Promise<boolean> {
  const [shift, sector] = [head.readUInt16LE(30), head.readUInt32LE(48)];
  const from = (sector + 1) * 2 ** shift;
  if ((shift !== 9 && shift !== 12) || from >= file.sizeBytes) return false;
  const source = await file.read(from);
  const pieces: Buffer[] = [];
  let bytes = 0;
  // Leaving the loop early closes the source.
  for await (const piece of source as AsyncIterable<Buffer>) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes >= directoryBytes) break;
  }
  return Buffer.concat(pieces).subarray(0, directoryBytes).includes(encryptedPackage);
}

/** Says what a zip is when it is no XLSX file; null when it is one. */
export async function kindOfZip(file: TableFile): Promise<FileKind | null> {
  const { names } = await openZip(file);
  const holds = (start: string) => names.some((name) => name.startsWith(start));
  if (names.includes('xl/workbook.bin') || names.includes('mimetype') || holds('index/')) return 'spreadsheet';
  if (holds('xl/')) return null;
  return names.includes('[content_types].xml') ? 'binary' : 'archive';
}

/** What a fault of a file is called when it is uploaded; null for those that only rows of text have. */
export function kindOfFault({ fault }: TableBroken): FileKind | null {
  if (fault === 'encrypted' || fault === 'too_large') return fault;
  return fault === 'not_readable' ? 'damaged' : null;
}

function kindByContent(head: Buffer): FileKind | null {
  // At even and at odd places.
  const zeros: [number, number] = [0, 0];
  let controls = 0;
  for (const [at, byte] of head.entries()) {
    if (byte === 0) zeros[(at % 2) as 0 | 1] += 1;
    if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13) controls += 1;
  }
  // Latin text in UTF-16 is half zeros, one in each pair of bytes, where pictures and programs have them at any place.
  const [fewer, more] = [Math.min(...zeros), Math.max(...zeros)];
  if (more > head.length / 5 && fewer < more / 20) return 'utf-16';
  // A few control characters are a matter of their rows, not of the file.
  return controls > head.length / 20 ? 'binary' : null;
}
