import { expect, test } from 'vitest';
import type { CompanyId, UserId } from '@escuta/contract/ids';
import { createCompany, createUser, unitOf } from '../../../testing/factories.ts';
import { testContext } from '../../../testing/test-context.ts';
import { queuedMails } from '../../../testing/queued-mails.ts';
import { createInvitations } from '../index.ts';

const context = testContext();
const day = 24 * 3_600_000;

function invite(companyId: CompanyId, emails: readonly string[], changes: object = {}) {
  const { userId, ...standing } = { role: 'ana' as const, userId: undefined as UserId | undefined, ...changes };
  const actor = { companyId, ...(userId ? { userId, userName: 'Helena Vasconcelos' } : {}) };
  return context.database.withSystem((tx) =>
    createInvitations(context, tx, { actor, emails, standing }, context.clock.now()),
  );
}

function rowsOf(companyId: CompanyId) {
  return context.database.withSystem((tx) =>
    tx.selectFrom('invitations').selectAll().where('company_id', '=', companyId).orderBy('email').execute(),
  );
}

/** The last mail that waits for an address. */
async function mailTo(email: string) {
  const mail = (await queuedMails(context, email)).at(-1);
  if (!mail) throw new Error(`no mail waits for ${email}`);
  return mail;
}

test('[TEAM-01] invites each address once, with its role and units, and tells apart who has an account or an invitation', async () => {
  const { companyId, name } = await createCompany(context);
  const unit = await unitOf(context, companyId);
  const { userId, email: known } = await createUser(context, { companyId, email: 'known@elsewhere.example' });
  const emails = ['b@one.example', 'a@one.example', 'b@one.example', known];
  const given = { role: 'pdv', ticketingRole: 'ana', businessUnitIds: [unit], exportsPersonalData: false, userId };

  expect(await invite(companyId, emails, given)).toEqual({
    invited: ['a@one.example', 'b@one.example'],
    alreadyInvited: [],
    haveAccount: [known],
  });
  expect(await invite(companyId, ['b@one.example'])).toEqual({
    invited: [],
    alreadyInvited: ['b@one.example'],
    haveAccount: [],
  });

  const [first, second, ...others] = await rowsOf(companyId);
  expect(others).toEqual([]);
  expect([first?.email, second?.email]).toEqual(['a@one.example', 'b@one.example']);
  expect(second).toMatchObject({
    role: 'pdv',
    ticketing_role: 'ana',
    business_unit_ids: [unit],
    invited_by: userId,
    expires_at: new Date(context.clock.now().getTime() + 7 * day),
  });
  const mail = await mailTo('b@one.example');
  expect(mail).toMatchObject({
    to: 'b@one.example',
    subject: `Helena Vasconcelos convidou você para ${name} no Escuta`,
  });
  // 128 bits, of which only a hash is kept.
  const [, token = ''] = /\/signup\/([\w-]+)/.exec(mail.text) ?? [];
  expect(Buffer.from(token, 'base64url')).toHaveLength(16);
  expect(JSON.stringify(second)).not.toContain(token);
});

test('writes to a company in its language, and in its own name where nobody in particular invites', async () => {
  const { companyId, name } = await createCompany(context);
  await context.database.withSystem((tx) =>
    tx.updateTable('companies').set({ language: 'es' }).where('id', '=', companyId).execute(),
  );
  await invite(companyId, ['quien@one.example'], { role: 'agent' });
  const [row] = await rowsOf(companyId);
  expect(row).toMatchObject({ role: 'agent', ticketing_role: 'agent', invited_by: null });
  expect((await mailTo('quien@one.example')).subject).toBe(`Invitación a ${name} en Escuta`);
});

test('takes the place of an invitation whose time is over, and the same address may be invited by two companies', async () => {
  const { companyId } = await createCompany(context);
  const other = await createCompany(context);
  await invite(companyId, ['again@one.example'], { role: 'ana' });
  const [before] = await rowsOf(companyId);
  context.clock.advance(7 * day);
  expect(await invite(companyId, ['again@one.example'], { role: 'readonly' })).toMatchObject({
    invited: ['again@one.example'],
  });
  const [after, ...others] = await rowsOf(companyId);
  expect(others).toEqual([]);
  expect(after).toMatchObject({ id: before?.id, role: 'readonly' });
  expect(after?.token_hash).not.toEqual(before?.token_hash);
  expect(await invite(other.companyId, ['again@one.example'])).toMatchObject({ invited: ['again@one.example'] });
});

test('two who invite the same people at once write each of them once', async () => {
  const { companyId } = await createCompany(context);
  const emails = Array.from({ length: 8 }, (_, at) => `at-once-${at}@one.example`);
  const answers = await Promise.all([invite(companyId, emails), invite(companyId, emails.toReversed())]);
  expect(answers.flatMap(({ invited }) => invited).toSorted()).toEqual(emails);
  expect(await rowsOf(companyId)).toHaveLength(emails.length);
});

test('leaves in the audit who invited whom into what, without the address', async () => {
  const { companyId } = await createCompany(context);
  const { userId } = await createUser(context, { companyId });
  await invite(companyId, ['secret@one.example'], { role: 'readonly', userId });
  const events = await context.database.withCompany(companyId, (tx) =>
    tx.selectFrom('audit_events').selectAll().where('company_id', '=', companyId).execute(),
  );
  expect(events).toMatchObject([
    { action: 'invitation.created', actor_id: userId, after: { role: 'readonly', ticketing_role: null, units: [] } },
  ]);
  expect(JSON.stringify(events)).not.toContain('secret@');
});
