import { groupOf } from '@escuta/contract/metrics';
import { sql } from 'kysely';
import type { AnswerRecorder } from '../../server/src/modules/responses/answer-recorder.ts';
import type { Database } from '../../server/src/platform/db/database.ts';
import { refuse } from '../../server/src/platform/http/refusal.ts';

/**
 * The peer: every request writes its answer with one INSERT in a transaction of its own, and replies after the commit.
 * It stores the response alone: no answer per question, no counter, no mark on the contact, no event.
 */
export function openSingleInsertRecorder({ database }: { database: Database }): AnswerRecorder {
  return {
    add: (companyId, { source, step, at }) =>
      database.withCompany(companyId, async (tx) => {
        if (source.origin !== 'invitation') throw refuse('LINK_NOT_VALID');
        const { itemsMonth, itemId } = source;
        const score = Object.values(step.answers).find((value) => typeof value === 'number') ?? null;
        const comment = Object.values(step.answers).find((value) => typeof value === 'string') ?? null;
        const { rows } = await sql`
          INSERT INTO responses (company_id, id, business_unit_id, survey_id, survey_version_id, send_id, item_id, contact_id,
            channel, language, status, last_seq, metric, score, score_group, comment, day, started_at, answered_at, completed_at)
          SELECT i.company_id, ${step.responseId}, i.business_unit_id, s.survey_id, s.survey_version_id, i.send_id, i.id, i.contact_id,
            i.channel, 'pt', 'complete', ${step.seq}, 'nps', ${score}, ${score === null ? null : groupOf('nps', score)}, ${comment},
            (${at}::timestamptz AT TIME ZONE 'America/Sao_Paulo')::date, ${at}, ${at}, ${at}
          FROM send_items i
          JOIN sends s ON s.company_id = i.company_id AND s.id = i.send_id
          WHERE i.company_id = ${companyId} AND i.items_month = ${itemsMonth}::date AND i.id = ${itemId}
          RETURNING id
        `.execute(tx);
        if (rows.length === 0) throw refuse('LINK_NOT_VALID');
        return { responseId: step.responseId, seq: step.seq, complete: true, language: 'pt', isAnonymous: false };
      }),
    drain: async () => {},
  };
}
