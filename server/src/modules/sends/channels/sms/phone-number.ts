// cspell:ignore Anatel Resolução
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/**
 * Phone numbers in E.164 that text messages can reach. In Brazil only mobile numbers can: nine digits that begin with 9 after
 * the area code (Anatel, Resolução 749/2022). Of other countries we do not know, and the provider says.
 */
export const smsNumber = /^\+(55[1-9][1-9]9\d{8}|(?!55)[1-9]\d{6,14})$/;

/** An SQL expression: whether a phone number, an expression of the same statement, is one that an SMS can reach. */
export function canReceiveSms(tel: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`${tel} COLLATE "C" ~ ${smsNumber.source}`;
}
