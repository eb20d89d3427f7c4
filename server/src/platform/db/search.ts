import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/** Words as a LIKE pattern takes them: the signs that mean something in one stand for themselves. */
export function escapeLike(words: string): string {
  return words.replace(/[\\%_]/g, '\\$&');
}

/** Whether a text holds the words anywhere, whatever their case and accents. `text` is an expression of the statement. */
export function holdsWords(text: RawBuilder<unknown>, words: string): RawBuilder<boolean> {
  return sql<boolean>`search_form(${text}) LIKE '%' || search_form(${escapeLike(words)}) || '%'`;
}
