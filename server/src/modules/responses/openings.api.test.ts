import { describe, expect, test } from 'vitest';
import type { CompanyId } from '@escuta/contract/ids';
import { itemState } from '#modules/sends/index.ts';
import { answersLeft, createInvitations } from '../../testing/response-factories.ts';
import { testDefinition } from '../../testing/send-factories.ts';
import { testContext } from '../../testing/test-context.ts';

const context = testContext();

async function open(token: string) {
  const reply = await context.app.inject({ method: 'POST', url: `/api/answers/${token}/open` });
  return { status: reply.statusCode, body: reply.json() };
}

/** When each message of a company was opened, by its id. */
async function openings(companyId: CompanyId): Promise<Record<string, Date | null>> {
  const rows = await context.database.withCompany(companyId, (tx) =>
    tx.selectFrom('send_items').select(['id', 'opened_at']).where('company_id', '=', companyId).execute(),
  );
  return Object.fromEntries(rows.map(({ id, opened_at: at }) => [id, at]));
}

describe('that a message was opened', () => {
  test('is kept once, of that message alone', async () => {
    const { companyId, token, itemId, links } = await createInvitations(context, { count: 2 });
    const elsewhere = await createInvitations(context);
    const at = context.clock.now();
    expect(await open(token)).toEqual({ status: 200, body: { ok: true } });
    context.clock.advance(60_000);
    expect(await open(token)).toEqual({ status: 200, body: { ok: true } });
    expect(await openings(companyId)).toEqual({ [itemId]: at, [links[1]?.itemId ?? '']: null });
    expect(Object.values(await openings(elsewhere.companyId))).toEqual([null]);
    // An accepted message needs no proof that it arrived.
    expect((await answersLeft(context, companyId)).evidence).toEqual([]);
  });

  test('proves that it arrived, where nobody knew', async () => {
    const { companyId, token, itemId } = await createInvitations(context, { state: itemState.unknown });
    await open(token);
    expect((await answersLeft(context, companyId)).evidence).toEqual([{ item_id: itemId, kind: 'open' }]);
  });

  test('is no answer', async () => {
    const { companyId, token } = await createInvitations(context);
    await open(token);
    expect(await answersLeft(context, companyId)).toMatchObject({ responses: [], answers: [], metrics: [] });
  });

  test('[PRIVACY-19] is not kept of an anonymous survey', async () => {
    const definition = { ...testDefinition, anonymous: true };
    const { companyId, token } = await createInvitations(context, { definition, state: itemState.unknown });
    expect(await open(token)).toEqual({ status: 200, body: { ok: true } });
    expect(Object.values(await openings(companyId))).toEqual([null]);
    expect((await answersLeft(context, companyId)).evidence).toEqual([]);
  });

  test('is told of a link of ours only', async () => {
    expect(await open('x'.repeat(54))).toMatchObject({ status: 404, body: { code: 'LINK_NOT_VALID' } });
  });
});
