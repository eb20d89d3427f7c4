import { roles } from '@escuta/contract/access-policy';
import type { BusinessUnitId, CompanyId, ContactId } from '@escuta/contract/ids';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { itemState } from '#modules/sends/index.ts';
import { createContact, otherUnitOf, signedIn } from '../../testing/factories.ts';
import { createShopField, putInShop, signedInToShop } from '../../testing/narrowed-people.ts';
import { createInvitations } from '../../testing/response-factories.ts';
import { createItemRow, createSendRow } from '../../testing/send-factories.ts';
import { testContext } from '../../testing/test-context.ts';

const context = testContext();
const minuteMs = 60_000;
const minutesAgo = (minutes: number) => new Date(context.clock.now().getTime() - minutes * minuteMs);

type Headers = Record<string, string>;

async function ask(headers: Headers, id: ContactId) {
  const asked = await context.app.inject({ url: `/api/contacts/${id}/email-status`, headers });
  return { status: asked.statusCode, told: asked.json().email_status };
}

/** A unit that wrote to somebody ten minutes ago, and its owner. */
async function invited() {
  const made = await createInvitations(context, { executedAt: minutesAgo(10) });
  const { headers } = await signedIn(context, { companyId: made.companyId });
  const own = { ...headers, 'x-business-id': made.businessUnitId };
  const statusOf = async (id = made.contact.id) => (await ask(own, id)).told;
  return { ...made, headers: own, statusOf };
}
type Invited = Awaited<ReturnType<typeof invited>>;

async function write(
  { companyId, businessUnitId, surveyId, versionId, contact }: Invited,
  { state, at, reason }: { state: number; at: Date; reason?: string },
) {
  const unit = { companyId, businessUnitId };
  const send = await createSendRow(context, { ...unit, surveyId, versionId, total: 1 });
  return createItemRow(context, {
    ...unit,
    ...send,
    contactId: contact.id,
    state,
    executedAt: at,
    ...(reason ? { reason } : {}),
  });
}

async function answer({ token, responseId }: Invited) {
  const payload = { responseId, seq: 1, answers: { score: 9 }, complete: true };
  const taken = await context.app.inject({ method: 'POST', url: `/api/answers/${token}`, payload });
  expect(taken.statusCode).toBe(200);
}

async function suppress(
  { companyId, businessUnitId }: { companyId: CompanyId; businessUnitId: BusinessUnitId },
  { address, reason = 'bounced', channel = 'email' }: { address: string | null; reason?: string; channel?: string },
) {
  await context.database.withCompany(companyId, (tx) =>
    sql`INSERT INTO suppressions (company_id, business_unit_id, channel, address_hash, reason, created_at)
      VALUES (${companyId}, ${businessUnitId}, ${channel}, address_hash(${address}), ${reason}, ${minutesAgo(1)})`.execute(
      tx,
    ),
  );
}

describe('[PEOPLE-20] the e-mail of a contact', () => {
  test('has no status before it was written to, nor where there is none', async () => {
    const { companyId, businessUnitId, statusOf } = await invited();
    const besides = await createContact(context, { companyId, businessUnitId });
    const unreachable = await createContact(context, { companyId, businessUnitId, email: null, tel: '+5511987654321' });
    expect([await statusOf(besides.id), await statusOf(unreachable.id)]).toEqual([null, null]);
  });

  test('is valid by a delivery, suspect by a refusal and by an unknown result, and valid again by an answer', async () => {
    const made = await invited();
    const at = (minutes: number) => minutesAgo(minutes).toISOString();
    expect(await made.statusOf()).toEqual({ status: 'valid', sign: 'delivered', at: at(10) });
    await write(made, { state: itemState.rejected, at: minutesAgo(9), reason: 'rejected_by_server' });
    expect(await made.statusOf()).toEqual({ status: 'suspect', sign: 'failed', at: at(9) });
    await write(made, { state: itemState.unknown, at: minutesAgo(8), reason: 'unknown_result' });
    expect(await made.statusOf()).toEqual({ status: 'suspect', sign: 'unknown_result', at: at(8) });
    await answer(made);
    expect(await made.statusOf()).toEqual({ status: 'valid', sign: 'answered', at: at(0) });
  });

  test('is told nothing by what did not leave, by what we could not make, and by a text message', async () => {
    const made = await invited();
    const delivered = await made.statusOf();
    await write(made, { state: itemState.skipped, at: minutesAgo(5), reason: 'quarantine' });
    await write(made, { state: itemState.rejected, at: minutesAgo(4), reason: 'message_not_made' });
    const text = await write(made, { state: itemState.rejected, at: minutesAgo(3), reason: 'rejected_by_server' });
    await context.database.pool.query(`UPDATE send_items SET channel = 'sms' WHERE id = $1`, [text]);
    expect(await made.statusOf()).toEqual(delivered);
  });

  test('is in doubt 18 months after the last sign of life', async () => {
    const made = await invited();
    await context.database.pool.query(`UPDATE send_items SET executed_at = $1 WHERE id = $2`, [
      new Date(context.clock.now().getTime() - 19 * 31 * 24 * 60 * minuteMs),
      made.itemId,
    ]);
    expect(await made.statusOf()).toMatchObject({ status: 'suspect', sign: 'silent' });
  });

  test('is invalid once messages bounced, in that unit alone, and by no other reason or channel', async () => {
    const made = await invited();
    const [elsewhere, stranger] = [await otherUnitOf(context, made.companyId), await invited()];
    const address = made.contact.email;
    await suppress({ companyId: made.companyId, businessUnitId: elsewhere }, { address });
    await suppress(stranger, { address });
    await suppress(made, { address, channel: 'sms' });
    await suppress(made, { address, reason: 'unsubscribed' });
    expect(await made.statusOf()).toMatchObject({ status: 'valid' });
    await context.database.pool.query(`UPDATE suppressions SET reason = 'bounced' WHERE company_id = $1`, [
      made.companyId,
    ]);
    const bounced = { status: 'invalid', sign: 'bounced', at: minutesAgo(1).toISOString() };
    expect(await made.statusOf()).toEqual(bounced);
  });

  test('is invalid where it was stored in a form that no mail is addressed to', async () => {
    const { companyId, businessUnitId, statusOf } = await invited();
    const { id } = await createContact(context, { companyId, businessUnitId, email: 'ana@casa' });
    expect(await statusOf(id)).toEqual({ status: 'invalid', sign: 'malformed', at: null });
  });

  test('begins anew when the contact is given another one', async () => {
    const made = await invited();
    await suppress(made, { address: made.contact.email });
    expect(await made.statusOf()).toMatchObject({ status: 'invalid' });
    const payload = { email: `new-${made.contact.email}` };
    const url = `/api/contacts/${made.contact.id}`;
    expect((await context.app.inject({ method: 'PUT', url, headers: made.headers, payload })).statusCode).toBe(200);
    expect(await made.statusOf()).toBeNull();
  });

  test('is told to who may identify people, and to nobody else', async () => {
    const { companyId, contact } = await invited();
    const told: Record<string, unknown> = {};
    for (const role of roles) {
      const { headers } = await signedIn(context, { companyId, role });
      const answer = await ask(headers, contact.id);
      told[role] = answer.told?.status ?? answer.status;
    }
    const open = { own: 'valid', adm: 'valid', acmng: 'valid', ana: 'valid', pdv: 'valid' };
    expect(told).toEqual({ ...open, readonly: 403, notesonly: 403, dashonly: 403, agent: 403 });
  });

  test('is not there for another unit, another company, another shop, and nobody', async () => {
    const { companyId, businessUnitId, contact, headers } = await invited();
    const fieldId = await createShopField(context, companyId);
    await putInShop(context, { companyId, contactId: contact.id, shop: 'Praia' });
    const inShop = (shop: string) => signedInToShop(context, { companyId, businessUnitId, fieldId, shop });
    const stranger = await invited();
    const elsewhere = { ...headers, 'x-business-id': await otherUnitOf(context, companyId) };
    for (const reader of [elsewhere, stranger.headers, (await inShop('Centro')).headers])
      expect(await ask(reader, contact.id)).toEqual({ status: 404, told: undefined });
    expect((await ask({}, contact.id)).status).toBe(401);
    expect((await ask((await inShop('Praia')).headers, contact.id)).told).toMatchObject({ status: 'valid' });
  });
});
