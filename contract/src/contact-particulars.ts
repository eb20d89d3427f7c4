import { z } from 'zod';
import { timezone } from './company-settings.ts';
import { name } from './name.ts';
import { language } from './primitives.ts';

/*
 * What is known of a contact beside its fields (`contact-fields.ts`), by which it is found and sorted, and which no message says.
 */

export const tagLengthMax = 40;
/** Of one contact. */
export const tagsMax = 20;

/** A word that people sort contacts by. */
export const tag = name(tagLengthMax);

/** Upper and lower case are the same tag: the first spelling stays. */
export function distinctTags(tags: readonly string[]): string[] {
  const seen = new Set<string>();
  return tags.filter((one) => seen.size < seen.add(one.toLowerCase()).size);
}

/** Where a contact came from. */
export const contactSources = ['manual', 'import', 'integration', 'demo'] as const;

export const shownParticulars = {
  language: language.nullable(),
  timezone: z.string().nullable(),
  /** None for whoever may not identify people: they are free text. */
  tags: z.array(z.string()),
  source: z.enum(contactSources),
};

/** What a form says of them: what is left out stays, null clears. */
export const formParticulars = {
  language: language.nullable().optional(),
  timezone: timezone.nullable().optional(),
  tags: z.array(tag).max(tagsMax).overwrite(distinctTags).optional(),
};

/** By the names of their columns. */
export const particularNames = Object.keys(formParticulars) as readonly (keyof typeof formParticulars)[];
