import { expect, test } from 'vitest';
import type { CompanyId, ContactId } from '@escuta/contract/ids';
import type { Transaction } from '#platform/db/database.ts';
import { runWrites } from '#platform/db/writes.ts';
import { createContact, signedIn, unitOf } from '../../testing/factories.ts';
import { holding } from '../../testing/holding.ts';
import { testContext } from '../../testing/test-context.ts';
import { markAnswered, markSent } from './index.ts';
import { meets } from '../../testing/meets.ts';

const context = testContext();

const at = new Date('2026-11-20T12:00:00Z');

test.skipIf(!meets).each<[string, (tx: Transaction, companyId: CompanyId, contactId: ContactId) => Promise<unknown>]>([
  ['sent', (tx, companyId, contactId) => markSent(tx, { companyId, marks: [{ contactId, at }] })],
  [
    'answered',
    (tx, companyId, contactId) =>
      runWrites(tx, [markAnswered({ companyId, marks: [{ contactId, answeredAt: at, score: 9, metric: 'nps' }] })]),
  ],
])('a contact that somebody edits in the same moment is marked as %s all the same', async (kind, mark) => {
  const { companyId } = await signedIn(context);
  const { id } = await createContact(context, { companyId, businessUnitId: await unitOf(context, companyId) });
  await holding(
    context,
    (editor) => editor.query(`UPDATE contacts SET name = 'Ana Souza' WHERE company_id = $1`, [companyId]),
    async (areWaiting) => {
      const marked = context.database.withCompany(companyId, (tx) => mark(tx, companyId, id));
      await areWaiting(1);
      return [marked];
    },
  );
  const contact = await context.database.withCompany(companyId, (tx) =>
    tx
      .selectFrom('contacts')
      .select(['name', 'last_sent_at', 'last_answered_at', 'last_score'])
      .where('company_id', '=', companyId)
      .executeTakeFirstOrThrow(),
  );
  expect(contact).toEqual({
    name: 'Ana Souza',
    last_sent_at: kind === 'sent' ? at : null,
    last_answered_at: kind === 'answered' ? at : null,
    last_score: kind === 'answered' ? 9 : null,
  });
});
