import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { ContactId } from '@escuta/contract/ids';
import { otherUnitOf } from '../../testing/factories.ts';
import { unsubscribeLink } from '../../testing/merge-steps.ts';
import { optOutWorkplace } from '../../testing/opt-out-steps.ts';
import { plantSuppressions } from '../../testing/plant-suppressions.ts';
import { testContext } from '../../testing/test-context.ts';

const context = testContext();

/** The same people, who press by name. */
async function people() {
  const here = await optOutWorkplace(context);
  const named = (name: 'kept' | 'other' | 'alone') => ({
    ...here[name],
    email: here[name].email!,
    token: here.tokens[name],
  });
  return {
    ...here,
    kept: named('kept'),
    other: named('other'),
    alone: named('alone'),
    stop: ({ token }: { readonly token: string }) => here.stop(token),
    back: ({ token }: { readonly token: string }) => here.back(token),
    remove: (id: ContactId) => here.call('DELETE', `/contacts/${id}`, {}),
  };
}

describe('the link of a message', () => {
  test('[CONSENT-07] stops in its unit what was unsubscribed in another one', async () => {
    const { companyId, kept, alone, stop, back, change, remove, giveMessage, stops } = await people();
    const elsewhere = { companyId, businessUnitId: await otherUnitOf(context, companyId) };
    await plantSuppressions(context, elsewhere, [{ address: alone.email, reason: 'unsubscribed' }]);
    await remove(alone.id);
    await giveMessage();
    await stop(kept);
    await change(kept.id, { email: alone.email });
    await stop(alone);
    await back(kept);
    expect(await stops(kept.id)).toMatchObject({ email: 'unsubscribed' });
  });

  test('[CONSENT-07] stops an address that nobody has any more also where that of another one had stopped it', async () => {
    const { kept, alone, stop, back, remove, giveMessage, check } = await people();
    await remove(alone.id);
    await giveMessage();
    await stop(alone);
    await remove(kept.id);
    await stop(kept);
    await back(alone);
    expect([await check(alone.email), await check(kept.email)]).toEqual([null, 'unsubscribed']);
  });

  test('[CONSENT-07] takes back what it stopped at an address that nobody has any more', async () => {
    const { kept, stop, back, remove, check } = await people();
    await remove(kept.id);
    await stop(kept);
    expect(await check(kept.email)).toBe('unsubscribed');
    await back(kept);
    expect(await check(kept.email)).toBeNull();
  });

  test('[CONSENT-04] shows the way back, and takes it, where that of another address stopped them', async () => {
    const { companyId, call, kept, alone, stop, back, remove, giveMessage, stops } = await people();
    await remove(alone.id);
    await giveMessage();
    await stop(alone);
    const first = context.clock.now();
    expect((await context.app.inject({ url: `/u/${kept.token}` })).body).toContain('Voltar a receber');
    await stop(kept);
    const { stopped } = (await call('GET', `/contacts/${kept.id}/consents`)).body;
    expect(stopped.email).toEqual({ reason: 'unsubscribed', at: first.toISOString() });
    await back(kept);
    expect(await stops(kept.id)).toMatchObject({ email: null });
    const { rows } = await context.database.withCompany(companyId, (tx) =>
      sql<{ at: Date }>`
        SELECT suppressed_at AS at FROM lifted_suppressions
        WHERE company_id = ${companyId} AND address_hash = address_hash(${kept.email})
      `.execute(tx),
    );
    expect(rows).toEqual([{ at: first }]);
  });

  test('[CONSENT-03] enters nothing in the history of who has its message, and stopped nothing by it', async () => {
    const { kept, alone, stop, back, remove, giveMessage, check, history } = await people();
    await stop(alone);
    await remove(alone.id);
    await giveMessage();
    await back(alone);
    expect([await check(alone.email), await history(kept.id)]).toEqual([null, []]);
  });

  test('[CONSENT-03] is in the history of who came in again with the address, and takes it back', async () => {
    const { kept, create, stop, back, remove, history, stops } = await people();
    await stop(kept);
    await remove(kept.id);
    const again = await create({ name: 'Ana', email: kept.email, tel: null });
    await back(kept);
    expect([await stops(again), await history(again)]).toMatchObject([{ email: null }, ['granted']]);
  });

  test('[CONSENT-04] stops who is known, also where it is not known any more which address it was written to', async () => {
    const { companyId, alone, items, stop, stops } = await people();
    await context.database.withCompany(companyId, (tx) =>
      tx
        .updateTable('send_items')
        .set({ address: null, address_hash: null, written_hash: null })
        .where('company_id', '=', companyId)
        .where('id', '=', items.alone)
        .execute(),
    );
    expect((await context.app.inject({ url: `/u/${alone.token}` })).body).toContain('Parar de receber pesquisas?');
    await stop(alone);
    expect(await stops(alone.id)).toMatchObject({ email: 'unsubscribed' });
  });

  test('[CONSENT-03] is of its person alone, also where somebody else pressed theirs in the same moment', async () => {
    const { kept, other, back, change, history, stops } = await people();
    await change(other.id, { tel: '+5511987654321' });
    await unsubscribeLink(context, kept.token);
    await unsubscribeLink(context, other.token);
    await back(kept);
    expect(await history(kept.id)).toEqual(['granted', 'withdrawn']);
    expect(await stops(other.id)).toEqual({ email: 'unsubscribed', sms: 'unsubscribed' });
  });
});

describe('of merged people', () => {
  test('[CONSENT-07] a second press adds nothing where the address came with the merge', async () => {
    const { kept, other, merged, stop, history } = await people();
    await merged(kept.id, other.id, { email: 'other' });
    await stop(kept);
    await stop(kept);
    expect(await history(kept.id)).toEqual(['withdrawn']);
  });

  test('[CONSENT-07] a press by the link of the one who goes is theirs on every channel, also one without an address then', async () => {
    const { kept, other, merged, undo, stop, change, stops } = await people();
    const id = await merged(kept.id, other.id);
    await stop(other);
    await undo(id);
    await change(other.id, { tel: '+5511912345678' });
    expect(await stops(other.id)).toEqual({ email: 'unsubscribed', sms: 'unsubscribed' });
  });

  test('[CONSENT-07] what the link of the dropped address stopped is not taken back by that of the other one', async () => {
    const { kept, other, merged, stop, back, check } = await people();
    await merged(kept.id, other.id, { email: 'other' });
    await stop(other);
    await stop(kept);
    await back(other);
    expect(await check(kept.email)).toBe('unsubscribed');
  });

  test('[CONSENT-07] an address that a merge dropped is of whom it was: its link opens nobody else once it is reversed', async () => {
    const { kept, other, alone, merged, undo, stop, back, check, stops } = await people();
    await merged(other.id, alone.id, { email: 'other' });
    const last = await merged(kept.id, other.id);
    await stop(alone);
    await undo(last);
    await back(other);
    expect([await stops(kept.id), await check(alone.email)]).toMatchObject([{ email: 'unsubscribed' }, null]);
  });

  test('a withdrawal of one channel that is noted is of the one who stays, and of no other channel', async () => {
    const { kept, other, merged, undo, note, change, check, stops } = await people();
    const tel = '+5511912345678';
    await change(kept.id, { tel: '+5511987654321' });
    await change(other.id, { tel });
    const id = await merged(kept.id, other.id, { email: 'other' });
    await note(kept.id, 'sms', 'withdrawn');
    expect([await check(kept.email), await check(tel)]).toEqual([null, 'manual']);
    expect(await stops(kept.id)).toEqual({ email: null, sms: 'manual' });
    await undo(id);
    expect([await stops(kept.id), await stops(other.id)]).toEqual([
      { email: null, sms: 'manual' },
      { email: null, sms: null },
    ]);
  });

  test('what the company stopped at an address, and was told otherwise since, is of no other address', async () => {
    const { kept, other, merged, note, change, check, stops } = await people();
    await note(kept.id, 'email', 'withdrawn');
    await note(kept.id, 'email', 'granted');
    await change(kept.id, { email: 'nova@test.example' });
    await merged(kept.id, other.id);
    expect([await stops(kept.id), await check(other.email)]).toMatchObject([{ email: null }, null]);
  });

  test('[CONSENT-03] the way back is in the history also where the other one had stopped it before', async () => {
    const { kept, other, merged, stop, back, history } = await people();
    await stop(other);
    await merged(kept.id, other.id);
    await stop(kept);
    await back(kept);
    expect(await history(kept.id)).toEqual(['granted', 'withdrawn', 'withdrawn']);
  });

  test('[CONSENT-07] the way back reaches the addresses that a merge dropped, also where it is not known who stopped them', async () => {
    const { unit, kept, other, merged, back, check } = await people();
    await merged(kept.id, other.id);
    const unsubscribed = [kept, other].map(({ email }) => ({ address: email, reason: 'unsubscribed' }) as const);
    await plantSuppressions(context, unit, unsubscribed);
    await back(kept);
    expect([await check(kept.email), await check(other.email)]).toEqual([null, null]);
  });
});

describe('[MERGE-03] a press stops for ever nobody', () => {
  test('whom somebody was merged into before by mistake', async () => {
    const { kept, other, alone, merged, undo, stop, stops } = await people();
    await undo(await merged(alone.id, other.id));
    await merged(kept.id, other.id);
    const last = await merged(kept.id, alone.id);
    await stop(other);
    await undo(last);
    expect([await stops(alone.id), await stops(kept.id)]).toMatchObject([{ email: null }, { email: 'unsubscribed' }]);
  });

  test('whom those into whom somebody was merged had been merged into before by mistake', async () => {
    const { kept, other, alone, create, merged, undo, stop, stops } = await people();
    const more = await create({ name: 'Zoe', email: 'zoe@test.example', tel: null });
    await undo(await merged(more, alone.id));
    await merged(alone.id, other.id);
    await merged(kept.id, alone.id);
    const last = await merged(kept.id, more);
    await stop(other);
    await undo(last);
    expect([await stops(more), await stops(kept.id)]).toMatchObject([{ email: null }, { email: 'unsubscribed' }]);
  });

  test('who was merged in by mistake, and whom others were merged into since', async () => {
    const { kept, other, alone, merged, undo, stop, check } = await people();
    await undo(await merged(kept.id, alone.id));
    await merged(alone.id, other.id);
    await stop(kept);
    for (const { email } of [alone, other]) expect(await check(email)).toBeNull();
  });

  test('who had been merged into somebody who was merged in', async () => {
    const { kept, other, alone, merged, undo, stop, check } = await people();
    await merged(kept.id, other.id);
    const last = await merged(alone.id, kept.id);
    await stop(alone);
    expect(await check(other.email)).toBe('unsubscribed');
    await undo(last);
    expect(await check(other.email)).toBeNull();
  });

  test('whose address another merge dropped', async () => {
    const { kept, other, alone, merged, undo, stop, stops } = await people();
    const first = await merged(kept.id, other.id, { email: 'other' });
    const last = await merged(kept.id, alone.id, { email: 'other' });
    await stop(kept);
    await undo(last);
    await undo(first);
    expect([await stops(other.id), await stops(alone.id)]).toMatchObject([{ email: null }, { email: null }]);
    expect(await stops(kept.id)).toMatchObject({ email: 'unsubscribed' });
  });
});

describe('what somebody stopped before a merge', () => {
  test('[CONSENT-07] is stopped at the addresses that earlier merges into the one who stays dropped', async () => {
    const { kept, other, alone, create, merged, stop, check } = await people();
    const more = { email: 'zoe@test.example' };
    await merged(other.id, await create({ name: 'Zoe', ...more, tel: null }));
    await merged(kept.id, other.id);
    await stop(alone);
    await merged(kept.id, alone.id);
    for (const { email } of [kept, other, more]) expect(await check(email)).toBe('unsubscribed');
  });

  test('[CONSENT-07] is taken back at the addresses of both once who stayed is gone', async () => {
    const { kept, other, merged, stop, back, remove, check } = await people();
    await stop(other);
    await merged(kept.id, other.id);
    await remove(kept.id);
    expect(await check(kept.email)).toBe('unsubscribed');
    await back(other);
    expect([await check(kept.email), await check(other.email)]).toEqual([null, null]);
  });

  test('[MERGE-02] is stopped at a phone that comes while they are merged, and is not once that is reversed', async () => {
    const { kept, other, merged, undo, stop, change, check, stops } = await people();
    await stop(kept);
    const id = await merged(other.id, kept.id);
    await change(other.id, { tel: '+5511912345678' });
    expect([await stops(other.id), await check(other.email)]).toEqual([
      { email: 'unsubscribed', sms: 'unsubscribed' },
      'unsubscribed',
    ]);
    await undo(id);
    expect([await stops(other.id), await check(other.email)]).toEqual([{ email: null, sms: null }, null]);
  });

  test('[MERGE-02] is stopped, and shown so before, on a channel on which only the other one has an address', async () => {
    const { compare, kept, other, merged, stop, change, stops } = await people();
    await stop(kept);
    await change(other.id, { tel: '+5511912345678' });
    expect((await compare(kept.id, other.id)).stopped).toEqual(['email', 'sms']);
    await merged(kept.id, other.id);
    expect(await stops(kept.id)).toEqual({ email: 'unsubscribed', sms: 'unsubscribed' });
  });

  test('is stopped at no address of others who were merged', async () => {
    const { kept, other, alone, create, merged, stop, check } = await people();
    await merged(alone.id, await create({ name: 'Zoe', email: 'zoe@test.example', tel: null }));
    await stop(kept);
    await merged(kept.id, other.id);
    for (const address of [alone.email, 'zoe@test.example']) expect(await check(address)).toBeNull();
  });

  test('[MERGE-03] that the company stopped it is theirs again once the merge is reversed, whatever it lifted meanwhile', async () => {
    const { call, kept, other, merged, undo, note, stops } = await people();
    await note(other.id, 'email', 'withdrawn');
    const id = await merged(kept.id, other.id, { email: 'other' });
    const { data } = (await call('GET', '/suppressions?limit=50')).body;
    const { _id } = data.find(({ contact }: { contact: { _id: string } | null }) => contact?._id === kept.id);
    const consent = { basis: 'consent', text_version: 'Ligou' };
    expect((await call('POST', `/suppressions/${_id}/lift`, { consent })).status).toBe(200);
    await undo(id);
    expect(await stops(other.id)).toMatchObject({ email: 'manual' });
  });

  test('is of its unit and its channel, and an erasure is of its address alone', async () => {
    const { companyId, unit, call, kept, other, merged, change, check } = await people();
    await change(kept.id, { tel: '+5511987654321' });
    await change(other.id, { tel: '+5511912345678' });
    const elsewhere = { companyId, businessUnitId: await otherUnitOf(context, companyId) };
    await plantSuppressions(context, elsewhere, [{ address: kept.email, reason: 'unsubscribed' }]);
    await plantSuppressions(context, unit, [{ address: '+5511987654321', channel: 'sms', reason: 'erased' }]);
    await merged(kept.id, other.id);
    expect([await check(other.email), await check('+5511912345678')]).toEqual([null, 'manual']);
    const { data } = (await call('GET', '/suppressions?limit=50')).body;
    expect(data.map(({ erased }: { erased: boolean }) => erased).toSorted()).toEqual([false, true]);
  });
});

describe('an address that somebody had left', () => {
  test('[MERGE-03] is theirs to have complained of, where they had it by a merge then', async () => {
    const { unit, kept, other, merged, undo, change, stops } = await people();
    const id = await merged(kept.id, other.id, { email: 'other' });
    context.clock.advance(1_000);
    await plantSuppressions(context, unit, [{ address: other.email, reason: 'complained' }]);
    await change(kept.id, { email: 'nova@test.example' });
    await undo(id);
    expect([await stops(kept.id), await stops(other.id)]).toMatchObject([
      { email: 'complained' },
      { email: 'complained' },
    ]);
  });

  test('[CONSENT-07] stays stopped by who had it meanwhile, also once the merge that dropped it is reversed', async () => {
    const { kept, other, alone, merged, undo, stop, change, check } = await people();
    await stop(alone);
    const id = await merged(kept.id, other.id);
    await change(alone.id, { email: other.email });
    await change(alone.id, { email: 'nova@test.example' });
    await undo(id);
    expect(await check(other.email)).toBe('unsubscribed');
  });

  test('[CONSENT-07] is of who stopped it, whoever had it since', async () => {
    const { kept, create, stop, back, change, remove, check } = await people();
    const email = 'nova@test.example';
    await stop(kept);
    await change(kept.id, { email });
    await change(await create({ name: 'Zoe', email: kept.email, tel: null }), { email: 'zoe@test.example' });
    await remove(kept.id);
    expect(await check(email)).toBe('unsubscribed');
    await back(kept);
    expect(await check(email)).toBeNull();
  });

  test('[CONSENT-07] is of who had brought it to a merge: its link opens nobody else once that is reversed', async () => {
    const { kept, other, merged, undo, stop, back, change, stops } = await people();
    const id = await merged(kept.id, other.id, { email: 'other' });
    await stop(other);
    await change(kept.id, { email: 'nova@test.example' });
    await undo(id);
    await back(other);
    expect([await stops(other.id), await stops(kept.id)]).toMatchObject([{ email: null }, { email: 'unsubscribed' }]);
  });
});
