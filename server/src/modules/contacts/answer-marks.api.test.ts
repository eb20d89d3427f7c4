import { expect, test } from 'vitest';
import type { ContactId } from '@escuta/contract/ids';
import { newId } from '#platform/crypto/ids.ts';
import { runWrites } from '#platform/db/writes.ts';
import { createCompany, createContact } from '../../testing/factories.ts';
import { testContext } from '../../testing/test-context.ts';
import { findNamedContact, markAnswered, suppressContact } from './index.ts';

const context = testContext();

const earlier = new Date('2026-11-01T10:00:00Z');
const later = new Date('2026-11-02T10:00:00Z');

test('the newest answer stays, with what it measures, on the contact, whatever the order of the marks', async () => {
  const company = await createCompany(context);
  const { companyId } = company;
  const [one, two] = [await createContact(context, company), await createContact(context, company)];
  const mark = (marks: Parameters<typeof markAnswered>[0]['marks']) =>
    context.database.withCompany(companyId, (tx) => runWrites(tx, [markAnswered({ companyId, marks })]));
  await mark([
    { contactId: two.id, answeredAt: later, score: 5, metric: 'csat' },
    { contactId: one.id, answeredAt: earlier, score: 2, metric: 'nps' },
    { contactId: two.id, answeredAt: earlier, score: 1, metric: 'nps' },
    { contactId: newId<ContactId>(), answeredAt: later, score: 5, metric: 'nps' },
  ]);
  await mark([{ contactId: two.id, answeredAt: earlier, score: 0, metric: 'nps' }]);
  await mark([]);
  const rows = await context.database.withCompany(companyId, (tx) =>
    tx
      .selectFrom('contacts')
      .select(['id', 'last_score', 'last_metric', 'last_answered_at'])
      .where('company_id', '=', companyId)
      .orderBy('id')
      .execute(),
  );
  expect(rows).toEqual([
    { id: one.id, last_score: 2, last_metric: 'nps', last_answered_at: earlier },
    { id: two.id, last_score: 5, last_metric: 'csat', last_answered_at: later },
  ]);
});

test('every address of a contact is suppressed, for the unit; one without e-mail has its phone, a stranger none', async () => {
  const company = await createCompany(context);
  const { companyId } = company;
  const contact = await createContact(context, { ...company, email: 'ana@test.example', tel: null });
  const phoneOnly = await createContact(context, { ...company, email: null, tel: '+5511987654321' });
  const suppress = (contactId: ContactId) =>
    context.database.withCompany(companyId, (tx) =>
      suppressContact(tx, { companyId, contactId, reason: 'unsubscribed', now: later }),
    );
  for (const id of [contact.id, contact.id, phoneOnly.id, newId<ContactId>()]) await suppress(id);
  const rows = await context.database.withCompany(companyId, (tx) =>
    tx
      .selectFrom('suppressions')
      .select(['business_unit_id', 'channel', 'reason', 'created_at'])
      .where('company_id', '=', companyId)
      .orderBy('channel')
      .execute(),
  );
  const suppressed = { business_unit_id: company.businessUnitId, reason: 'unsubscribed', created_at: later };
  expect(rows).toEqual([
    { ...suppressed, channel: 'email' },
    { ...suppressed, channel: 'sms' },
  ]);
});

test('what texts say of a contact is found by id within the company only', async () => {
  const [mine, other] = [await createCompany(context), await createCompany(context)];
  const contact = await createContact(context, { ...mine, name: 'Rita' });
  const foreign = await createContact(context, other);
  const { companyId } = mine;
  const found = await context.database.withCompany(companyId, async (tx) => [
    await findNamedContact(tx, { companyId, contactId: contact.id }),
    await findNamedContact(tx, { companyId, contactId: foreign.id }),
  ]);
  expect(found).toEqual([{ name: 'Rita', customFields: {} }, undefined]);
});
