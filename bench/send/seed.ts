import { sql } from 'kysely';
import type { SurveyId, UserId } from '@escuta/contract/ids';
import { readConfig } from '../../server/src/platform/config/config.ts';
import { newId } from '../../server/src/platform/crypto/ids.ts';
import type { Database } from '../../server/src/platform/db/database.ts';
import type { Scope } from '../../server/src/platform/http/scope.ts';
import { systemClock } from '../../server/src/platform/time/clock.ts';
import { createCompany } from '../../server/src/testing/factories.ts';
import { createPublishedSurvey } from '../../server/src/testing/send-factories.ts';
import { companyName } from './words.ts';
import type { Person } from './words.ts';

/** The process that asks for a send: one whose workers have a mail server. */
export const askedFrom = { config: readConfig({ DATABASE_URL: 'postgres://bench' }), clock: systemClock };

/** A company that is about to send its survey to all its contacts. */
export interface Ready {
  readonly scope: Scope;
  readonly surveyId: SurveyId;
}

/** Makes a company with a published survey and these contacts. */
export async function companyWith(database: Database, people: readonly Person[]): Promise<Ready> {
  const { companyId, businessUnitId } = await createCompany({ database }, { name: companyName });
  const { surveyId } = await createPublishedSurvey({ database }, { companyId, businessUnitId });
  const userId = newId<UserId>();
  await database.withSystem((tx) =>
    tx
      .insertInto('users')
      .values({
        id: userId,
        company_id: companyId,
        email: `${userId}@bench.example`,
        name: 'Bench',
        password_hash: 'none',
        role: 'own',
      })
      .execute(),
  );
  await database.withCompany(companyId, (tx) =>
    sql`
      INSERT INTO contacts (company_id, id, business_unit_id, name, email)
      SELECT ${companyId}, uuid_v7(), ${businessUnitId}, name, email
      FROM unnest(${people.map(({ name }) => name)}::text[], ${people.map(({ email }) => email)}::text[]) AS person (name, email)
    `.execute(tx),
  );
  const scope = { userId, companyId, role: 'own', sessionId: '', businessUnitId, businessUnitIds: [businessUnitId] };
  return { scope: scope as unknown as Scope, surveyId };
}
