// cspell:ignore opentag closetag
import { SaxesParser } from 'saxes';
import { TableBroken } from '../table.ts';

/** Who hears of the tags and the text of a document. Names come without their prefix, whatever the document calls it. */
export interface XmlListener {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  close(name: string): void;
  /** The text between two tags, whole. */
  text?(text: string): void;
}

/** Without a tag for so long, it is no document that an office program writes. */
const bytesWithoutTagMax = 1_048_576;
const depthMax = 64;

/**
 * Reads an XML document in flat memory, piece by piece, and yields after each: others may take their turn there. There are
 * no entities but those of XML itself, for a document type is refused. Throws TableBroken for what is not well-formed.
 */
export async function* readXml(pieces: AsyncIterable<Buffer>, listener: XmlListener): AsyncGenerator<void> {
  const parser = new SaxesParser<{ position: false; xmlns: false }>({ position: false, xmlns: false });
  let depth = 0;
  let withoutTag = 0;
  parser.on('doctype', () => {
    throw new TableBroken('not_readable');
  });
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1;
    withoutTag = 0;
    if (depth > depthMax) throw new TableBroken('not_readable');
    listener.open(localName(name), attributes);
  });
  parser.on('closetag', ({ name }) => {
    depth -= 1;
    withoutTag = 0;
    listener.close(localName(name));
  });
  if (listener.text) {
    const hear = listener.text.bind(listener);
    parser.on('text', hear);
    parser.on('cdata', hear);
  }
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const piece of pieces) {
    withoutTag += piece.length;
    parse(() => parser.write(decoder.decode(piece, { stream: true })));
    if (withoutTag > bytesWithoutTagMax) throw new TableBroken('too_large');
    yield;
  }
  parse(() => {
    parser.write(decoder.decode());
    parser.close();
  });
}

/** Reads a document to its end. */
export async function readWholeXml(pieces: AsyncIterable<Buffer>, listener: XmlListener): Promise<void> {
  for await (const _piece of readXml(pieces, listener)) continue;
}

/** An attribute of this local name, as relationships have them under several prefixes. */
export function attributeNamed(attributes: Readonly<Record<string, string>>, name: string): string | undefined {
  const found = Object.keys(attributes).find((key) => localName(key) === name);
  return found === undefined ? undefined : attributes[found];
}

function parse(work: () => void): void {
  try {
    work();
  } catch (error) {
    throw error instanceof TableBroken ? error : new TableBroken('not_readable', { cause: error });
  }
}

function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon === -1 ? name : name.slice(colon + 1);
}
