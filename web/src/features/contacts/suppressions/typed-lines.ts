import { typedAddressMax } from '@escuta/contract/suppressions';

/** An address that stands in a line, and the number of the line as people count it, from 1. */
export interface TypedLine {
  readonly number: number;
  readonly text: string;
}

/**
 * What somebody typed or pasted: an address a line, or several between commas, semicolons or tabs, as they are copied from
 * elsewhere. What is too long to be an address is cut, and stays none.
 */
export function typedLines(typed: string): TypedLine[] {
  return typed
    .split(/\r\n|\r|\n/)
    .flatMap((line, place) =>
      line.split(/[,;\t]/).map((text) => ({ number: place + 1, text: text.trim().slice(0, typedAddressMax) })),
    )
    .filter(({ text }) => text !== '');
}
