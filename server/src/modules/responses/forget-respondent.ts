import { sql } from 'kysely';
import type { CompanyId, ContactId, ResponseId } from '@escuta/contract/ids';
import type { Transaction } from '#platform/db/database.ts';

interface Respondent {
  readonly companyId: CompanyId;
  readonly contactId: ContactId;
}

interface Forgotten extends Respondent {
  /** What is kept of a text. Never nothing: whoever wrote a comment has written one, in every count and filter. */
  readonly rewrite: (text: string) => string;
  /** Whether the answers belong to nobody from now on. */
  readonly isDetached: boolean;
}

interface Held {
  readonly id: ResponseId;
  readonly comment: string | null;
}

/**
 * The responses of a contact, held until the transaction ends. Before the contact itself is held: an answer coming in takes its
 * response first, and the contact then.
 */
export async function lockResponsesOf(tx: Transaction, { companyId, contactId }: Respondent): Promise<readonly Held[]> {
  return tx
    .selectFrom('responses')
    .select(['id', 'comment'])
    .where('company_id', '=', companyId)
    .where('contact_id', '=', contactId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/**
 * Takes a person out of what they answered: rewrites every text, and leaves scores, groups, days and everything that is counted.
 * The contact is held by then, so that no response comes to it meanwhile.
 * @returns how many rows were changed.
 */
export async function forgetRespondent(
  tx: Transaction,
  { companyId, contactId, rewrite, isDetached }: Forgotten,
): Promise<{ responses: number; answers: number }> {
  const responses = await lockResponsesOf(tx, { companyId, contactId });
  const answers = await rewriteAnswers(tx, companyId, responses, rewrite);
  const changed = responses
    .map(({ id, comment }) => ({ id, comment, kept: comment === null ? null : rewrite(comment) }))
    .filter(({ comment, kept }) => isDetached || kept !== comment);
  if (changed.length > 0) {
    await sql`
      UPDATE responses
      SET comment = asked.comment ${isDetached ? sql`, contact_id = NULL` : sql``}
      FROM unnest(${changed.map(({ id }) => id)}::uuid[], ${changed.map(({ kept }) => kept)}::text[]) AS asked (id, comment)
      WHERE responses.company_id = ${companyId} AND responses.id = asked.id
    `.execute(tx);
  }
  return { responses: changed.length, answers };
}

/** An empty text stays: it says that the person went on without writing. */
async function rewriteAnswers(
  tx: Transaction,
  companyId: CompanyId,
  responses: readonly Held[],
  rewrite: Forgotten['rewrite'],
): Promise<number> {
  const written = await tx
    .selectFrom('answers')
    .select(['response_id', 'question_key', 'text'])
    .where('company_id', '=', companyId)
    .where(sql<boolean>`response_id = ANY(${responses.map(({ id }) => id)}::uuid[])`)
    .where('text', '<>', '')
    .execute();
  const changed = written
    .map((answer) => ({ ...answer, kept: rewrite(answer.text ?? '') }))
    .filter(({ text, kept }) => kept !== text);
  if (changed.length === 0) return 0;
  await sql`
    UPDATE answers
    SET text = asked.text
    FROM unnest(
      ${changed.map(({ response_id: id }) => id)}::uuid[], ${changed.map(({ question_key: key }) => key)}::text[],
      ${changed.map(({ kept }) => kept)}::text[]
    ) AS asked (response_id, question_key, text)
    WHERE answers.company_id = ${companyId} AND answers.response_id = asked.response_id
      AND answers.question_key = asked.question_key
  `.execute(tx);
  return changed.length;
}
