/** How the variables of a survey's texts are written, in each language. */
import type { Language } from './primitives.ts';

export const variables = ['name', 'company'] as const;
/** `name` is the first name of the person who is asked, `company` the name of the company that asks. */
export type Variable = (typeof variables)[number];

const spellings: Record<Variable, Record<Language, string>> = {
  name: { pt: 'nome', es: 'nombre', en: 'name' },
  company: { pt: 'empresa', es: 'empresa', en: 'company' },
};

/** A variable as an author writes it: `{{nome}}`. */
export function placeOf(variable: Variable, language: Language): string {
  return placeNamed(spellingOf(variable, language));
}

/** What a variable is called in a language: `nome`. */
export function spellingOf(variable: Variable, language: Language): string {
  return spellings[variable][language];
}

/** The place of a value in a text, by its name there: `{{club_level}}`. */
export function placeNamed(name: string): string {
  return `{{${name}}}`;
}

/** A name in a text as it is looked up. */
export function nameInPlace(written: string): string {
  return written.trim().toLowerCase();
}

/** The variable with this name, in whatever language of ours it is written; undefined when there is none. */
export function variableNamed(name: string): Variable | undefined {
  const wanted = nameInPlace(name);
  return variables.find((variable) => Object.values(spellings[variable]).includes(wanted));
}
