import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { UserId } from '@escuta/contract/ids';
import type { CompanyId } from '@escuta/contract/ids';
import { newId } from '#platform/crypto/ids.ts';
import { createCompany } from '../../testing/factories.ts';
import { testContext } from '../../testing/test-context.ts';
import { recordAudit } from './record-audit.ts';

const context = testContext();

function rowsOf(companyId: CompanyId) {
  return context.database.withCompany(companyId, (tx) =>
    tx.selectFrom('audit_events').selectAll().where('company_id', '=', companyId).orderBy('id').execute(),
  );
}

async function recorded() {
  const { companyId, businessUnitId } = await createCompany(context);
  const userId = UserId.parse(newId());
  const actor = {
    companyId,
    businessUnitId,
    userId,
    userName: 'Ana Prado',
    role: 'adm',
    address: '203.0.113.9',
  } as const;
  await context.database.withCompany(companyId, (tx) =>
    recordAudit(
      tx,
      actor,
      {
        action: 'survey.published',
        target: { type: 'survey', id: 'an id', label: 'Estadia' },
        before: { status: 'draft' },
        after: { status: 'active', channels: ['email', 'sms'] },
      },
      context.clock.now(),
    ),
  );
  return { companyId, businessUnitId, userId };
}

test('[FACTS-13] a row holds time, actor, company, unit, action, target, before, after, address and result', async () => {
  const { companyId, businessUnitId, userId } = await recorded();
  expect(await rowsOf(companyId)).toEqual([
    {
      company_id: companyId,
      id: expect.any(String),
      at: context.clock.now(),
      business_unit_id: businessUnitId,
      actor_type: 'user',
      actor_id: userId,
      actor_name: 'Ana Prado',
      actor_role: 'adm',
      action: 'survey.published',
      target_type: 'survey',
      target_id: 'an id',
      target_label: 'Estadia',
      before: { status: 'draft' },
      after: { status: 'active', channels: ['email', 'sms'] },
      ip: '203.0.113.9',
      result: 'done',
    },
  ]);
});

test('who acts is a user, one of our staff, or the product itself', async () => {
  const { companyId } = await createCompany(context);
  const userId = UserId.parse(newId());
  const act = { action: 'send.created' } as const;
  const now = context.clock.now();
  await context.database.withCompany(companyId, async (tx) => {
    await recordAudit(tx, { companyId, userId, isStaff: true }, act, now);
    await recordAudit(tx, { companyId }, { ...act, result: 'refused' }, now);
  });
  const rows = await rowsOf(companyId);
  expect(rows.map(({ actor_type: type, result }) => [type, result])).toEqual(
    expect.arrayContaining([
      ['staff', 'done'],
      ['system', 'refused'],
    ]),
  );
});

test('[FACTS-12] the table takes no update and no delete, of a company or across companies', async () => {
  const { companyId } = await recorded();
  const before = await rowsOf(companyId);
  const changes = [
    sql`UPDATE audit_events SET action = 'nothing' WHERE company_id = ${companyId}`,
    sql`TRUNCATE audit_events`,
  ];
  const removal = sql`DELETE FROM audit_events WHERE company_id = ${companyId}`;
  for (const change of [...changes, removal])
    await expect(context.database.withCompany(companyId, (tx) => change.execute(tx))).rejects.toThrow('denied');
  for (const change of changes)
    await expect(context.database.withSystem((tx) => change.execute(tx))).rejects.toThrow('denied');
  // What a company keeps for at least half a year is beyond the work that forgets what is older (decision 0051), too.
  await context.database.withSystem(async (tx) => {
    await removal.execute(tx);
    await sql`UPDATE audit_events SET ip = NULL WHERE company_id = ${companyId}`.execute(tx);
  });
  expect(await rowsOf(companyId)).toEqual(before);
});

test('a company neither reads nor writes the audit of another', async () => {
  const { companyId } = await recorded();
  const other = await createCompany(context);
  expect(await rowsOf(other.companyId)).toEqual([]);
  const asOther = context.database.withCompany(other.companyId, (tx) =>
    recordAudit(tx, { companyId }, { action: 'send.created' }, context.clock.now()),
  );
  await expect(asOther).rejects.toThrow('row-level security');
});
