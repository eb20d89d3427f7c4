import type { CustomFieldType } from '@escuta/contract/custom-field-values';
import type { Side } from '@escuta/contract/merges';

/** A field as both sides show it; empty where one has none. */
export interface ComparedField {
  /** By the name of the choice. */
  readonly choice: string;
  readonly label: string;
  readonly kept: string;
  readonly other: string;
  /** Of a custom field, how its values are written. */
  readonly type?: CustomFieldType;
}

export type Choices = Readonly<Record<string, Side>>;

/** The side that is chosen until somebody says another: that of the one who stays, where it holds something. */
export function sideOf({ choice, kept }: ComparedField, choices: Choices): Side {
  return choices[choice] ?? (kept === '' ? 'other' : 'kept');
}

/** Whether there is anything to choose: both may show a mask, and not be the same. */
export function isChosen({ choice, kept, other }: ComparedField, differing: readonly string[]): boolean {
  return kept !== other || differing.includes(choice);
}
