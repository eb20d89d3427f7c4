import { sql } from 'kysely';
import type { Expression, RawBuilder } from 'kysely';
import type { ContactId } from '@escuta/contract/ids';
import type { ItemReason } from '@escuta/contract/sends';
import { once } from '#platform/db/batch.ts';
import type { Transaction } from '#platform/db/database.ts';
import { findQuarantined } from './quarantine-look-up.ts';
import type { Sent } from './quarantine-look-up.ts';

/** A send, and since when an answer to its survey keeps somebody from getting it again. */
export interface Asked extends Sent {
  readonly answeredSince: Date;
}

/** A contact of an audience with its address of a channel, and why it is held back; null when nothing speaks against it. */
export interface Judged {
  readonly contactId: ContactId;
  readonly address: string | null;
  readonly addressHash: Buffer | null;
  readonly heldBack: ItemReason | null;
}

/** As it is read: what its row says, and whether it has answered. */
export interface Read extends Judged {
  readonly hasAnswered: boolean;
}

/** An SQL expression over a row of `addressee`, which nothing else holds back: whether the contact has answered the survey. */
export function hasAnswered({ companyId, surveyId, answeredSince }: Asked): RawBuilder<boolean> {
  return sql`(held_back IS NULL AND last_answered_at > ${answeredSince}::timestamptz AND EXISTS (
    SELECT FROM responses
    WHERE responses.company_id = ${companyId} AND responses.contact_id = addressee.contact_id
      AND responses.survey_id = ${surveyId} AND responses.answered_at > ${answeredSince}
  ))`;
}

/** The contacts of a query of `addressees()`, in the order of their ids: the last one is where a plan goes on. */
export async function readAudience(
  tx: Transaction,
  batch: Expression<unknown>,
  asked: Asked,
): Promise<readonly Read[]> {
  const { rows } = await sql<Read>`
    WITH addressee AS ${once} (${batch})
    SELECT contact_id AS "contactId", address, address_hash AS "addressHash", held_back AS "heldBack",
      ${hasAnswered(asked)} AS "hasAnswered"
    FROM addressee
    ORDER BY contact_id
  `.execute(tx);
  return rows;
}

/** Each with its reason to be held back, where the first that applies counts: of the contact, of the ledger, of an answer. */
export async function judgeAudience(tx: Transaction, read: readonly Read[], asked: Asked): Promise<readonly Judged[]> {
  const open = read.filter(({ heldBack }) => heldBack === null);
  const quarantined = await findQuarantined(tx, asked, open);
  return read.map((person) => {
    const ofAnswer = person.hasAnswered ? ('already_answered' as const) : null;
    return { ...person, heldBack: person.heldBack ?? quarantined.get(person.contactId) ?? ofAnswer };
  });
}
