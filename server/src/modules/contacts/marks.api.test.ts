import { expect, test, vi } from 'vitest';
import type { CompanyId, ContactId } from '@escuta/contract/ids';
import type { Transaction } from '#platform/db/database.ts';
import { runWrites } from '#platform/db/writes.ts';
import { createContact, signedIn, unitOf } from '../../testing/factories.ts';
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
  const editor = await context.database.pool.connect();
  try {
    await editor.query('BEGIN');
    await editor.query(`UPDATE contacts SET name = 'Ana Souza' WHERE company_id = $1`, [companyId]);
    const marked = context.database.withCompany(companyId, (tx) => mark(tx, companyId, id));
    await vi.waitFor(async () => {
      const { rows } = await editor.query(
        `SELECT FROM pg_locks WHERE NOT granted AND transactionid = pg_current_xact_id()::xid`,
      );
      expect(rows).toHaveLength(1);
    });
    await editor.query('COMMIT');
    await marked;
  } finally {
    editor.release();
  }
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
