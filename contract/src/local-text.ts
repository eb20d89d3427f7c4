import { z } from 'zod';
import { languages } from './primitives.ts';
import type { Language } from './primitives.ts';

const textLengthMax = 500;
const sentence = z.string().trim().min(1).max(textLengthMax);

/** A text that people read in their own language: all three of them, each of 1 to 500 characters. */
export const localText = z.object(
  Object.fromEntries(languages.map((language) => [language, sentence])) as Record<Language, typeof sentence>,
);
export type LocalText = z.infer<typeof localText>;
