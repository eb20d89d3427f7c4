import { createHash } from 'node:crypto';
import { contactFieldNames } from '@escuta/contract/contact-fields';
import { distinctTags, particularNames } from '@escuta/contract/contact-particulars';
import { chosenFields, customChoice } from '@escuta/contract/merges';
import type { ChosenField, Side } from '@escuta/contract/merges';
import { addressFields } from '@escuta/contract/sends';

/** A contact as its row is kept as JSON, by the names of the columns. */
export interface KeptRow extends Readonly<Record<string, unknown>> {
  readonly name: string;
  readonly tags: readonly string[];
  readonly custom_fields: Readonly<Record<string, string>>;
}

export type Choices = Readonly<Record<string, Side>>;

/** The columns that a merge may change, tags and custom fields apart: each holds one value. */
export const chosenColumns = chosenFields.map(columnOf);
/** All columns that a merge may change and its reversal gives back. */
export const mergedColumns = [...new Set<string>([...contactFieldNames, ...particularNames, ...chosenColumns])];

/** The column of a choice. */
export function columnOf(field: ChosenField): string {
  return field === '_company' ? 'contact_company_id' : field;
}

/** Tells whether somebody has changed what is chosen from: an answer that arrives is no change. */
export function versionOf(row: KeptRow): string {
  const chosen = [...mergedColumns, 'custom_fields', 'updated_at'].map((column) => row[column] ?? null);
  return createHash('sha256').update(JSON.stringify(chosen)).digest('hex');
}

function holds(value: unknown): boolean {
  return value !== null && value !== undefined && value !== '';
}

/** The choices in which both hold something, and not the same. */
export function differingChoices(kept: KeptRow, other: KeptRow): string[] {
  const differ = (one: unknown, two: unknown) => holds(one) && holds(two) && one !== two;
  return [
    ...chosenFields.filter((field) => differ(kept[columnOf(field)], other[columnOf(field)])),
    ...Object.keys(kept.custom_fields)
      .filter((name) => differ(kept.custom_fields[name], other.custom_fields[name]))
      .map(customChoice),
  ];
}

/**
 * What the merged contact holds, by columns: of each field the value of the side that was chosen; where nothing was said, that of the
 * one who stays, or else of the other. Tags are joined.
 */
export function mergedValues(kept: KeptRow, other: KeptRow, choices: Choices): Readonly<Record<string, unknown>> {
  const chosen = (choice: string, ofKept: unknown, ofOther: unknown) => {
    const side = choices[choice] ?? (holds(ofKept) ? 'kept' : 'other');
    return (side === 'kept' ? ofKept : ofOther) ?? null;
  };
  const customNames = [...new Set([...Object.keys(kept.custom_fields), ...Object.keys(other.custom_fields)])];
  const customs = customNames.map(
    (name) => [name, chosen(customChoice(name), kept.custom_fields[name], other.custom_fields[name])] as const,
  );
  return {
    ...Object.fromEntries(
      chosenFields.map((field) => {
        const column = columnOf(field);
        return [column, chosen(field, kept[column], other[column])];
      }),
    ),
    custom_fields: Object.fromEntries(customs.filter(([, value]) => value !== null)),
    tags: distinctTags([...kept.tags, ...other.tags]),
  };
}

/** What a contact was before a merge, what that made of it, and what it is now. */
interface Moments {
  readonly before: KeptRow;
  readonly after: Readonly<Record<string, unknown>>;
  readonly now: KeptRow;
}

/**
 * What a contact holds once a merge is reversed: what it held before, but for what was edited since, which stays, unless that leaves no
 * address: then it has its addresses of before. Tags that came by the merge go, those of later stay.
 */
export function unmergedValues({ before, after, now }: Moments): {
  values: Readonly<Record<string, unknown>>;
  edited: string[];
} {
  const edited: string[] = [];
  const back = (choice: string, then: unknown, made: unknown, today: unknown) => {
    if ((today ?? null) === (made ?? null)) return then ?? null;
    // Edited into what it was before: nothing to tell.
    if ((today ?? null) !== (then ?? null)) edited.push(choice);
    return today ?? null;
  };
  const fields = chosenFields.map((field) => {
    const column = columnOf(field);
    return [column, back(field, before[column], after[column], now[column])] as const;
  });
  const addresses: readonly string[] = Object.values(addressFields);
  const isReached = fields.some(([column, value]) => addresses.includes(column) && holds(value));
  const returned = isReached ? [] : addresses.map((column) => [column, before[column] ?? null] as const);
  const made = after['custom_fields'] as KeptRow['custom_fields'];
  const names = [...new Set([before, { custom_fields: made }, now].flatMap((row) => Object.keys(row.custom_fields)))];
  const customs = names.map(
    (name) =>
      [name, back(customChoice(name), before.custom_fields[name], made[name], now.custom_fields[name])] as const,
  );
  const came = (after['tags'] as readonly string[]).filter((tag) => !before.tags.includes(tag));
  return {
    values: {
      ...Object.fromEntries([...fields, ...returned]),
      custom_fields: Object.fromEntries(customs.filter(([, value]) => value !== null)),
      tags: now.tags.filter((tag) => !came.includes(tag)),
    },
    edited: edited.filter((choice) => isReached || !addresses.includes(choice)),
  };
}
