import { describe, expect, test } from 'vitest';
import { holding } from '../../testing/holding.ts';
import { meets } from '../../testing/meets.ts';
import { unsubscribeLink } from '../../testing/merge-steps.ts';
import { agreed, optOutWorkplace } from '../../testing/opt-out-steps.ts';
import { plantSuppressions } from '../../testing/plant-suppressions.ts';
import { testContext } from '../../testing/test-context.ts';

const context = testContext();
const settle = () => optOutWorkplace(context);

type Body = ReturnType<typeof JSON.parse>;

describe('the link of a message', () => {
  test('[CONSENT-07] takes back nothing that was stopped by that of another address', async () => {
    const here = await settle();
    const { kept, alone, tokens, check } = here;
    await here.giveMessage();
    await here.call('DELETE', `/contacts/${alone.id}`, {});
    await here.stop(tokens.kept);
    await here.stop(tokens.alone);
    expect(await check(alone.email!)).toBe('unsubscribed');
    await here.back(tokens.alone);
    expect(await check(alone.email!)).toBeNull();
    expect(await here.stops(kept.id)).toMatchObject({ email: 'unsubscribed' });
    // The second one is that of the other address.
    expect(await here.history(kept.id)).toEqual(['withdrawn', 'withdrawn']);
    await here.back(tokens.kept);
    expect(await here.stops(kept.id)).toMatchObject({ email: null });
  });

  test('[CONSENT-07] takes back nothing that was stopped again by that of the address that came after', async () => {
    const here = await settle();
    const { kept, alone, tokens, stop, back, change, stops } = here;
    await here.giveMessage();
    await here.call('DELETE', `/contacts/${alone.id}`, {});
    await stop(tokens.kept);
    await change(kept.id, { email: alone.email });
    await stop(tokens.alone);
    await stop(tokens.alone);
    expect(await here.history(kept.id)).toEqual(['withdrawn', 'withdrawn']);
    await back(tokens.kept);
    expect([await stops(kept.id), await here.history(kept.id)]).toMatchObject([
      { email: 'unsubscribed' },
      ['withdrawn', 'withdrawn'],
    ]);
    await back(tokens.alone);
    expect([await stops(kept.id), await here.history(kept.id)]).toMatchObject([
      { email: null },
      ['granted', 'withdrawn', 'withdrawn'],
    ]);
  });

  test('[CONSENT-04] takes back what it stopped, on every channel and at the address that came after', async () => {
    const { kept, tokens, change, stop, back, stops } = await settle();
    await change(kept.id, { tel: '+5511987654321' });
    await stop(tokens.kept);
    await change(kept.id, { email: 'nova@test.example' });
    expect(await stops(kept.id)).toEqual({ email: 'unsubscribed', sms: 'unsubscribed' });
    await back(tokens.kept);
    expect(await stops(kept.id)).toEqual({ email: null, sms: null });
  });

  test('[CONSENT-03] is that of whoever has the address now, and of nobody else', async () => {
    const here = await settle();
    const { kept, alone, tokens, stops, history } = here;
    await here.giveMessage();
    await here.stop(tokens.alone);
    expect([await stops(alone.id), await history(alone.id)]).toMatchObject([{ email: 'unsubscribed' }, ['withdrawn']]);
    expect([await stops(kept.id), await history(kept.id)]).toMatchObject([{ email: null }, []]);
    await here.back(tokens.alone);
    expect([await stops(alone.id), await history(alone.id)]).toMatchObject([{ email: null }, ['granted', 'withdrawn']]);
  });

  test('[CONSENT-07] holds at an address that comes after none, whatever the company was told since', async () => {
    const { call, kept, tokens, change, stop, stops } = await settle();
    await change(kept.id, { tel: '+5511987654321' });
    await stop(tokens.kept);
    for (const channel of ['email', 'sms']) {
      context.clock.advance(1_000);
      await call('POST', `/contacts/${kept.id}/consents`, { ...agreed, channel, status: 'granted' });
    }
    await change(kept.id, { email: null });
    await change(kept.id, { email: 'nova@test.example', tel: null });
    await change(kept.id, { tel: '+5511912345678' });
    expect(await stops(kept.id)).toEqual({ email: 'unsubscribed', sms: 'unsubscribed' });
  });

  test('says that it stops nothing any more once it is not known whom the message was written to', async () => {
    const { companyId, items, tokens } = await settle();
    const open = (method: 'GET' | 'POST') => context.app.inject({ method, url: `/u/${tokens.alone}` });
    expect((await open('GET')).statusCode).toBe(200);
    await context.database.withCompany(companyId, (tx) =>
      tx
        .updateTable('send_items')
        .set({ contact_id: null, address: null, address_hash: null, written_hash: null })
        .where('company_id', '=', companyId)
        .where('id', '=', items.alone)
        .execute(),
    );
    for (const method of ['GET', 'POST'] as const) {
      const { statusCode, body } = await open(method);
      expect([statusCode, body.includes('Este link não funciona mais')]).toEqual([410, true]);
    }
  });
});

test('the link of somebody who was erased stops nothing, and says so', async () => {
  const { call, kept, tokens, change, check, create, stops } = await settle();
  await change(kept.id, { email: 'nova@test.example' });
  await call('POST', `/contacts/${kept.id}/anonymisation`, { comments: 'remove' });
  expect((await context.app.inject({ url: `/u/${tokens.kept}` })).statusCode).toBe(410);
  expect(await unsubscribeLink(context, tokens.kept)).toMatchObject({ statusCode: 410 });
  expect(await check(kept.email!)).toBeNull();
  expect(await stops(await create({ name: 'Ana', email: kept.email, tel: null }))).toMatchObject({ email: null });
});

describe('a merge of somebody who opted out, reversed', () => {
  test('[MERGE-03] opens an address that came after that of the other one, which had stopped before', async () => {
    const { kept, other, tokens, merged, undo, stop, change, stops, history } = await settle();
    await stop(tokens.other);
    const id = await merged(kept.id, other.id, { email: 'other' });
    await change(kept.id, { email: 'nova@test.example' });
    expect(await stops(kept.id)).toMatchObject({ email: 'unsubscribed' });
    expect((await undo(id)).body.edited).toEqual(['email']);
    expect([await stops(kept.id), await history(kept.id)]).toMatchObject([{ email: null }, []]);
    expect(await stops(other.id)).toMatchObject({ email: 'unsubscribed' });
  });

  test('[MERGE-03] opens a phone that an integration gave in the place of that of the other one', async () => {
    const { call, kept, other, tokens, merged, undo, stop, change, stops } = await settle();
    await change(kept.id, { external_id: 'C-1' });
    await change(other.id, { tel: '+5511987654321' });
    await stop(tokens.other);
    const id = await merged(kept.id, other.id);
    const upsert = { contacts: [{ external_id: 'C-1', tel: '+5511912345678' }] };
    expect((await call('POST', '/contacts/upserts', upsert)).body.results).toMatchObject([{ outcome: 'updated' }]);
    expect(await stops(kept.id)).toEqual({ email: 'unsubscribed', sms: 'unsubscribed' });
    await undo(id);
    expect(await stops(kept.id)).toEqual({ email: null, sms: null });
  });

  test('[MERGE-03] opens with the last of several what only that one stopped, and with the first what that one did', async () => {
    const { unit, kept, other, alone, tokens, merged, undo, stop, change, stops } = await settle();
    await plantSuppressions(context, unit, [{ address: other.email!, reason: 'complained' }]);
    await stop(tokens.alone);
    const first = await merged(kept.id, other.id);
    const last = await merged(kept.id, alone.id);
    await change(kept.id, { email: 'nova@test.example' });
    await undo(last);
    expect(await stops(kept.id)).toMatchObject({ email: 'complained' });
    await undo(first);
    expect(await stops(kept.id)).toMatchObject({ email: null });
  });

  test('[MERGE-03] opens what was stopped for somebody who was merged in already merged', async () => {
    const { kept, other, alone, tokens, merged, undo, stop, change, stops } = await settle();
    await stop(tokens.other);
    await merged(kept.id, other.id);
    const last = await merged(alone.id, kept.id, { email: 'other' });
    await change(alone.id, { email: 'nova@test.example' });
    expect(await stops(alone.id)).toMatchObject({ email: 'unsubscribed' });
    await undo(last);
    expect([await stops(alone.id), await stops(kept.id)]).toMatchObject([{ email: null }, { email: 'unsubscribed' }]);
  });

  test('[MERGE-03] leaves what the company stopped since, which it can lift; as long as they are merged it cannot', async () => {
    const { call, kept, other, tokens, merged, undo, stop, withdraw, stops } = await settle();
    await stop(tokens.other);
    const id = await merged(kept.id, other.id);
    await withdraw(kept.id, 'email');
    const lift = async () => {
      const { data } = (await call('GET', '/suppressions?limit=50')).body;
      const { _id } = data.find(({ contact }: Body) => contact?._id === kept.id);
      return call('POST', `/suppressions/${_id}/lift`, { consent: { basis: 'consent', text_version: 'Ligou' } });
    };
    expect((await lift()).body).toMatchObject({ code: 'SUPPRESSION_STAYS' });
    await undo(id);
    expect(await stops(kept.id)).toMatchObject({ email: 'manual' });
    expect((await lift()).status).toBe(200);
    expect(await stops(kept.id)).toMatchObject({ email: null });
    expect(await stops(other.id)).toMatchObject({ email: 'unsubscribed' });
  });

  test('[MERGE-03] brings back with the other one that they took it back meanwhile', async () => {
    const { kept, other, tokens, merged, undo, stop, back, change, stops, history } = await settle();
    await stop(tokens.other);
    const id = await merged(kept.id, other.id);
    await back(tokens.other);
    await undo(id);
    expect([await stops(other.id), await history(other.id)]).toMatchObject([{ email: null }, ['granted', 'withdrawn']]);
    await change(other.id, { email: 'nova@test.example' });
    expect(await stops(other.id)).toMatchObject({ email: null });
  });
});

describe('who opts out while merged', () => {
  test('[CONSENT-07] is stopped after the reversal, whatever the company was told since', async () => {
    const { call, kept, other, tokens, merged, undo, stop, stops } = await settle();
    const id = await merged(kept.id, other.id, { email: 'other' });
    await stop(tokens.other);
    context.clock.advance(1_000);
    await call('POST', `/contacts/${kept.id}/consents`, { ...agreed, channel: 'email', status: 'granted' });
    await undo(id);
    expect([await stops(kept.id), await stops(other.id)]).toMatchObject([
      { email: 'unsubscribed' },
      { email: 'unsubscribed' },
    ]);
  });

  test('[CONSENT-03] has it in the history of both who stopped, whichever had stopped before', async () => {
    const { kept, other, tokens, merged, undo, stop, change, stops, history } = await settle();
    await stop(tokens.kept);
    const id = await merged(kept.id, other.id);
    await stop(tokens.other);
    await undo(id);
    expect([await stops(other.id), await history(other.id)]).toMatchObject([{ email: 'unsubscribed' }, ['withdrawn']]);
    await change(other.id, { email: null, tel: '+5511987654321' });
    await change(other.id, { email: 'nova@test.example' });
    expect(await stops(other.id)).toMatchObject({ email: 'unsubscribed' });
  });

  test('[CONSENT-07] is not taken back by the link of the address that only the merge stopped', async () => {
    const { kept, other, tokens, merged, undo, stop, back, stops } = await settle();
    await stop(tokens.other);
    const id = await merged(kept.id, other.id);
    await back(tokens.kept);
    await undo(id);
    expect([await stops(other.id), await stops(kept.id)]).toMatchObject([{ email: 'unsubscribed' }, { email: null }]);
  });

  test('[CONSENT-07] is not lifted with what stood at an address for another reason, as long as they are merged', async () => {
    const { call, unit, kept, other, tokens, merged, undo, stop, back, stops } = await settle();
    await stop(tokens.other);
    // The last word of those who are merged is then no withdrawal of their own.
    await stop(tokens.kept);
    await back(tokens.kept);
    await plantSuppressions(context, unit, [{ address: kept.email!, reason: 'bounced' }]);
    const id = await merged(kept.id, other.id);
    const lift = async () => {
      const { data } = (await call('GET', '/suppressions?limit=50')).body;
      const { _id } = data.find(({ contact }: Body) => contact?._id === kept.id);
      return call('POST', `/suppressions/${_id}/lift`, { consent: null });
    };
    expect((await lift()).body).toMatchObject({ code: 'SUPPRESSION_STAYS' });
    await undo(id);
    expect((await lift()).status).toBe(200);
    expect([await stops(other.id), await stops(kept.id)]).toMatchObject([{ email: 'unsubscribed' }, { email: null }]);
  });

  test('[CONSENT-07] reaches the addresses that earlier merges dropped', async () => {
    const { kept, other, alone, tokens, merged, stop, check } = await settle();
    await merged(kept.id, other.id);
    await merged(alone.id, kept.id);
    await stop(tokens.alone);
    for (const { email } of [kept, other, alone]) expect(await check(email!)).toBe('unsubscribed');
  });

  test('[CONSENT-07] is stopped at the addresses that earlier merges dropped once they are merged again', async () => {
    const { kept, other, alone, tokens, merged, undo, stop, check } = await settle();
    await merged(kept.id, other.id);
    await stop(tokens.alone);
    const last = await merged(alone.id, kept.id);
    expect(await check(other.email!)).toBe('unsubscribed');
    await undo(last);
    expect(await check(other.email!)).toBeNull();
  });

  test('[CONSENT-07] is not written to at the address that the merge dropped, whoever brings it again', async () => {
    const { call, kept, other, tokens, merged, stop, check } = await settle();
    const dropped = kept.email!;
    await merged(kept.id, other.id, { email: 'other' });
    await stop(tokens.other);
    expect(await check(dropped)).toBe('unsubscribed');
    const { results } = (await call('POST', '/contacts/upserts', { contacts: [{ email: dropped }] })).body;
    expect(results).toMatchObject([{ outcome: 'created' }]);
    const { stopped } = (await call('GET', `/contacts/${results[0]._id}/consents`)).body;
    expect(stopped.email).toMatchObject({ reason: 'unsubscribed' });
  });

  test('[MERGE-03] is not opened at an address that came after what both stopped, one of them and the company', async () => {
    const { call, kept, other, tokens, merged, undo, stop, back, change, withdraw, stops } = await settle();
    await stop(tokens.other);
    await stop(tokens.kept);
    await back(tokens.kept);
    const id = await merged(kept.id, other.id);
    await withdraw(kept.id, 'email');
    await change(kept.id, { email: 'nova@test.example' });
    expect(await stops(kept.id)).toMatchObject({ email: 'unsubscribed' });
    const { data } = (await call('GET', '/suppressions?limit=50')).body;
    const { _id } = data.find(({ contact }: Body) => contact?._id === kept.id);
    const consent = { basis: 'consent', text_version: 'Ligou' };
    expect((await call('POST', `/suppressions/${_id}/lift`, { consent })).body).toMatchObject({
      code: 'SUPPRESSION_STAYS',
    });
    await undo(id);
    expect([await stops(kept.id), await stops(other.id)]).toMatchObject([
      { email: 'manual' },
      { email: 'unsubscribed' },
    ]);
    expect((await call('POST', `/suppressions/${_id}/lift`, { consent })).status).toBe(200);
  });

  test('[MERGE-03] what the one who stays had shut before is shut at an address that came after that of the other one', async () => {
    const { call, kept, other, tokens, merged, undo, stop, change, stops } = await settle();
    await stop(tokens.kept);
    await call('POST', `/contacts/${kept.id}/consents`, { ...agreed, channel: 'email', status: 'granted' });
    const id = await merged(kept.id, other.id, { email: 'other' });
    await change(kept.id, { email: 'nova@test.example' });
    await undo(id);
    expect([await stops(kept.id), await stops(other.id)]).toMatchObject([{ email: 'unsubscribed' }, { email: null }]);
  });

  test.each(['complained', 'unsubscribed'] as const)(
    '[MERGE-03] what an address alone tells of, that somebody %s there, is shut at one that came after it, and after none',
    async (reason) => {
      const { unit, kept, other, merged, undo, change, stops } = await settle();
      await plantSuppressions(context, unit, [{ address: kept.email!, reason }]);
      const id = await merged(kept.id, other.id, { email: 'other' });
      await change(kept.id, { email: null, tel: '+5511987654321' });
      await change(kept.id, { email: 'nova@test.example' });
      expect(await stops(kept.id)).toMatchObject({ email: reason });
      await undo(id);
      expect([await stops(kept.id), await stops(other.id)]).toMatchObject([{ email: reason }, { email: null }]);
    },
  );

  test('[CONSENT-03] pressed and taken back while merged, both stand in the history of the other one once it is reversed', async () => {
    const { kept, other, tokens, merged, undo, stop, back, stops, history } = await settle();
    const id = await merged(kept.id, other.id, { email: 'other' });
    await stop(tokens.other);
    await back(tokens.other);
    await undo(id);
    for (const person of [kept, other])
      expect([await stops(person.id), await history(person.id)]).toMatchObject([
        { email: null },
        ['granted', 'withdrawn'],
      ]);
  });

  test('[CONSENT-07] takes back with one press what it stopped at the addresses that two merges had dropped', async () => {
    const { kept, other, alone, tokens, merged, stop, back, check } = await settle();
    await merged(kept.id, other.id);
    await merged(alone.id, kept.id);
    await stop(tokens.alone);
    await back(tokens.alone);
    for (const { email } of [kept, other, alone]) expect(await check(email!)).toBeNull();
  });

  test('[CONSENT-07] is stopped after the reversal on every channel, also at what comes after, whoever stayed', async () => {
    const { kept, other, alone, tokens, merged, undo, stop, back, change, stops } = await settle();
    await change(other.id, { tel: '+5511987654321' });
    await change(kept.id, { tel: '+5511912345678' });
    const first = await merged(kept.id, other.id);
    const last = await merged(alone.id, kept.id);
    await stop(tokens.other);
    await undo(last);
    await undo(first);
    const both = { email: 'unsubscribed', sms: 'unsubscribed' };
    for (const { id } of [kept, other, alone])
      expect([id, await stops(id)]).toMatchObject([id, { email: 'unsubscribed' }]);
    expect([await stops(other.id), await stops(kept.id)]).toEqual([both, both]);
    await change(other.id, { tel: '+5511900000001' });
    expect(await stops(other.id)).toEqual(both);
    await back(tokens.other);
    expect([await stops(other.id), await stops(kept.id)]).toEqual([{ email: null, sms: null }, both]);
    await back(tokens.kept);
    expect(await stops(kept.id)).toEqual({ email: null, sms: null });
  });

  test.each(['kept', 'alone'] as const)(
    '[MERGE-03] opens who stopped nothing after two merges are reversed, by %s one by one',
    async (stays) => {
      const here = await settle();
      const { kept, other, alone, tokens, merged, undo, stop, back, change, stops, history } = here;
      await stop(tokens.kept);
      const first = await merged(kept.id, other.id, { email: 'other' });
      await change(kept.id, { email: null, tel: '+5511987654321' });
      await change(kept.id, { email: other.email });
      const last = stays === 'kept' ? await merged(kept.id, alone.id) : await merged(alone.id, kept.id);
      await undo(last);
      await undo(first);
      expect([await stops(other.id), await history(other.id)]).toMatchObject([{ email: null }, []]);
      expect([await stops(alone.id), await history(alone.id)]).toMatchObject([{ email: null }, []]);
      expect(await stops(kept.id)).toMatchObject({ email: 'unsubscribed' });
      await back(tokens.kept);
      expect(await stops(kept.id)).toMatchObject({ email: null });
    },
  );

  test('[MERGE-03] opens with the merge into who pressed those who had been merged before', async () => {
    const { kept, other, alone, tokens, merged, undo, stop, stops, change } = await settle();
    await merged(kept.id, other.id);
    const last = await merged(alone.id, kept.id);
    await stop(tokens.alone);
    await undo(last);
    expect([await stops(kept.id), await stops(alone.id)]).toMatchObject([{ email: null }, { email: 'unsubscribed' }]);
    await change(kept.id, { email: 'nova@test.example' });
    expect(await stops(kept.id)).toMatchObject({ email: null });
  });

  test('[MERGE-03] opens with the later merge what came with it to an address of the earlier one', async () => {
    const { kept, other, alone, tokens, merged, undo, stop, change, stops } = await settle();
    await stop(tokens.alone);
    await merged(kept.id, other.id, { email: 'other' });
    const last = await merged(kept.id, alone.id);
    await change(kept.id, { email: 'nova@test.example' });
    expect(await stops(kept.id)).toMatchObject({ email: 'unsubscribed' });
    await undo(last);
    expect([await stops(kept.id), await stops(alone.id)]).toMatchObject([{ email: null }, { email: 'unsubscribed' }]);
  });

  test('[CONSENT-07] takes it back at addresses that were away meanwhile, and at those of merges that nobody reverses any more', async () => {
    const { companyId, kept, other, tokens, merged, stop, back, change, stops } = await settle();
    await change(kept.id, { tel: '+5511987654321' });
    await merged(kept.id, other.id);
    await stop(tokens.kept);
    await change(kept.id, { tel: null });
    await context.database.withCompany(companyId, (tx) =>
      tx.updateTable('contact_merges').set({ before: null, moved: null }).where('company_id', '=', companyId).execute(),
    );
    await back(tokens.kept);
    await change(kept.id, { tel: '+5511987654321', email: other.email });
    expect(await stops(kept.id)).toEqual({ email: null, sms: null });
  });

  test('[CONSENT-07] takes it back for who came in again with the address, also at the next one', async () => {
    const { call, create, kept, tokens, stop, back, change, stops } = await settle();
    await stop(tokens.kept);
    await call('DELETE', `/contacts/${kept.id}`, {});
    const again = await create({ name: 'Ana', email: kept.email, tel: null });
    await change(again, { email: 'nova@test.example' });
    expect(await stops(again)).toMatchObject({ email: 'unsubscribed' });
    await back(tokens.kept);
    expect(await stops(again)).toMatchObject({ email: null });
    await change(again, { email: 'terceira@test.example' });
    expect(await stops(again)).toMatchObject({ email: null });
  });

  test('[CONSENT-07] takes it back for those who had been merged into somebody who is gone', async () => {
    const { call, create, kept, other, tokens, merged, stop, back, stops } = await settle();
    await merged(kept.id, other.id);
    await stop(tokens.kept);
    await call('DELETE', `/contacts/${kept.id}`, {});
    const again = await create({ name: 'Bia', email: other.email, tel: null });
    expect(await stops(again)).toMatchObject({ email: 'unsubscribed' });
    await back(tokens.kept);
    expect(await stops(again)).toMatchObject({ email: null });
  });

  test('[CONSENT-07] adds nothing by a second press at an address that the merge dropped', async () => {
    const { kept, other, tokens, merged, stop, history } = await settle();
    await merged(kept.id, other.id);
    await stop(tokens.other);
    await stop(tokens.other);
    expect(await history(kept.id)).toEqual(['withdrawn']);
  });

  test('a colleague who notes an agreement for the merged one says nothing of the other one, who had withdrawn', async () => {
    const { call, kept, other, merged, undo, withdraw, change, stops } = await settle();
    await withdraw(other.id, 'email');
    const id = await merged(kept.id, other.id);
    await call('POST', `/contacts/${kept.id}/consents`, { ...agreed, channel: 'email', status: 'granted' });
    await change(kept.id, { email: 'nova@test.example' });
    expect(await stops(kept.id)).toMatchObject({ email: null });
    await undo(id);
    await change(other.id, { email: 'outra@test.example' });
    expect(await stops(other.id)).toMatchObject({ email: 'manual' });
  });

  test('[MERGE-03] stops nobody else once it is reversed', async () => {
    const { kept, other, tokens, merged, undo, stop, check, stops, history } = await settle();
    const id = await merged(kept.id, other.id);
    await stop(tokens.kept);
    expect(await check(other.email!)).toBe('unsubscribed');
    await undo(id);
    expect([await stops(kept.id), await history(kept.id)]).toMatchObject([{ email: 'unsubscribed' }, ['withdrawn']]);
    expect([await stops(other.id), await history(other.id)]).toMatchObject([{ email: null }, []]);
  });
});

describe.skipIf(!meets)('in the moment of a merge', () => {
  /** Two who are being merged, and wait for whoever holds a suppression of the one who stays. */
  async function merging(beside: (here: Awaited<ReturnType<typeof settle>>) => Promise<unknown>) {
    const here = await settle();
    const { companyId, kept, other, change, withdraw, stop, tokens, readyToMerge } = here;
    await change(kept.id, { tel: '+5511987654321' });
    await withdraw(kept.id, 'sms');
    await stop(tokens.alone);
    const merge = await readyToMerge(kept.id, other.id);
    context.clock.advance(1_000);
    const held = `SELECT FROM suppressions WHERE company_id = $1 AND channel = 'sms' FOR UPDATE`;
    const done = await holding(
      context,
      (holder) => holder.query(held, [companyId]),
      async (areWaiting) => {
        const merged = merge().then(({ status }) => status);
        await areWaiting(1);
        const acted = beside(here);
        await areWaiting(2);
        return [merged, acted];
      },
    );
    return { ...here, done };
  }

  test('[CONSENT-07] whoever opts out by the link of the one who goes has opted out, wherever they are', async () => {
    const { kept, done, stops, history } = await merging(({ stop, tokens }) =>
      stop(tokens.other).then(({ statusCode }) => statusCode),
    );
    expect(done).toEqual([201, 200]);
    expect([await stops(kept.id), await history(kept.id)]).toMatchObject([
      { email: 'unsubscribed', sms: 'unsubscribed' },
      ['withdrawn', 'withdrawn', 'withdrawn'],
    ]);
  });

  test('[CONSENT-02] a withdrawal that is noted of the one who goes is refused, and not lost', async () => {
    const { kept, done, stops } = await merging(({ withdraw, other }) =>
      withdraw(other.id, 'email').then(({ status }) => status),
    );
    expect(done).toEqual([201, 404]);
    expect(await stops(kept.id)).toEqual({ email: null, sms: 'manual' });
  });

  test('[CONSENT-04] an address that is blocked by hand is blocked for who has it then', async () => {
    const { kept, change, done, stops } = await merging(({ call, other }) =>
      call('POST', '/suppressions', { addresses: [other.email], channels: ['email'] }).then(({ status }) => status),
    );
    expect(done).toEqual([201, 200]);
    expect(await stops(kept.id)).toMatchObject({ email: null });
    await change(kept.id, { email: 'nova@test.example' });
    expect(await stops(kept.id)).toMatchObject({ email: null });
  });
});

test.skipIf(!meets)('[CONSENT-07] a press in the moment of the way back counts', async () => {
  const { companyId, kept, tokens, stop, back, stops, history } = await settle();
  await stop(tokens.kept);
  const done = await holding(
    context,
    (holder) => holder.query('SELECT FROM suppressions WHERE company_id = $1 FOR UPDATE', [companyId]),
    async (areWaiting) => {
      const taken = back(tokens.kept);
      await areWaiting(1);
      const pressed = stop(tokens.kept);
      await areWaiting(2);
      return [taken, pressed];
    },
  );
  expect(done).toMatchObject([{ statusCode: 200 }, { statusCode: 200 }]);
  expect([await stops(kept.id), await history(kept.id)]).toMatchObject([
    { email: 'unsubscribed' },
    ['withdrawn', 'granted', 'withdrawn'],
  ]);
});

test.skipIf(!meets)(
  'what the company lifts in the moment in which its merge is reversed is lifted, or is not there',
  async () => {
    const { companyId, call, kept, other, merged, undo, withdraw, stops } = await settle();
    await withdraw(other.id, 'email');
    const id = await merged(kept.id, other.id);
    const { data } = (await call('GET', '/suppressions?limit=50')).body;
    const { _id } = data.find(({ contact }: Body) => contact?._id === kept.id);
    const [lifted, undone] = await holding(
      context,
      (holder) => holder.query('SELECT FROM suppressions WHERE company_id = $1 FOR UPDATE', [companyId]),
      async (areWaiting) => {
        const consent = { basis: 'consent', text_version: 'Ligou' };
        const lifting = call('POST', `/suppressions/${_id}/lift`, { consent });
        await areWaiting(1);
        const undoing = undo(id);
        await areWaiting(2);
        return [lifting, undoing];
      },
    );
    expect([200, 404]).toContain(lifted.status);
    expect(undone.status).toBe(200);
    expect([await stops(kept.id), await stops(other.id)]).toMatchObject([{ email: null }, { email: 'manual' }]);
  },
);
