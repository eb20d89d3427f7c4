import { typedAddressMax } from '@escuta/contract/suppressions';

/** A line with something in it, and its number as people count it, from 1. */
export interface TypedLine {
  readonly number: number;
  readonly text: string;
}

/** The lines that somebody typed or pasted, without the blank ones. One that is too long to be an address is cut, and stays none. */
export function typedLines(typed: string): TypedLine[] {
  return typed
    .split(/\r\n|\r|\n/)
    .map((line, place) => ({ number: place + 1, text: line.trim().slice(0, typedAddressMax) }))
    .filter(({ text }) => text !== '');
}
