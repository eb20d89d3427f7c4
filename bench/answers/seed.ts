import { sql } from 'kysely';
import type { CompanyId, ItemId } from '@escuta/contract/ids';
import { makeAnswerToken } from '../../server/src/modules/sends/index.ts';
import type { Secrets } from '../../server/src/platform/crypto/secrets.ts';
import type { Database } from '../../server/src/platform/db/database.ts';
import { createCompany } from '../../server/src/testing/factories.ts';
import { createManyContacts, createPublishedSurvey, createSendRow } from '../../server/src/testing/send-factories.ts';

/** A company, and the links of messages that went out to as many contacts. */
export interface Invited {
  readonly companyId: CompanyId;
  readonly tokens: readonly string[];
}

/** Makes a company whose survey went out to `count` contacts, none of whom has answered. */
export async function inviteContacts(database: Database, secrets: Secrets, count: number): Promise<Invited> {
  const { companyId, businessUnitId } = await createCompany({ database });
  const survey = await createPublishedSurvey({ database }, { companyId, businessUnitId });
  await createManyContacts({ database }, { companyId, businessUnitId }, count);
  const { sendId, itemsMonth } = await createSendRow(
    { database },
    { companyId, businessUnitId, ...survey, total: count },
  );
  const { companyKey, itemIds } = await database.withCompany(companyId, async (tx) => {
    const { rows } = await sql<{ id: ItemId }>`
      INSERT INTO send_items (company_id, items_month, id, business_unit_id, send_id, contact_id, channel, state, executed_at)
      SELECT company_id, ${itemsMonth}, uuid_v7(), business_unit_id, ${sendId}, id, 'email', 3, now()
      FROM contacts
      WHERE company_id = ${companyId}
      RETURNING id
    `.execute(tx);
    const { link_key } = await tx
      .selectFrom('companies')
      .select('link_key')
      .where('id', '=', companyId)
      .executeTakeFirstOrThrow();
    return { companyKey: Number(link_key), itemIds: rows.map((row) => row.id) };
  });
  return { companyId, tokens: itemIds.map((itemId) => makeAnswerToken(secrets, { companyKey, itemsMonth, itemId })) };
}
