import { describe, expect, test } from 'vitest';
import { optOutWorkplace } from '../../testing/opt-out-steps.ts';
import { testContext } from '../../testing/test-context.ts';

const context = testContext();

describe('the link of a message to an address that somebody had left before they were merged', () => {
  test.each<Record<string, string>>([{}, { email: 'other' }])(
    '[CONSENT-07] stops both, once the merge is reversed, on every channel, and stands in the history of both: %j',
    async (choices) => {
      const { kept, other, tokens, change, merged, undo, stop, back, stops, history } = await optOutWorkplace(context);
      await change(other.id, { email: 'mudou@test.example', tel: '+5511987654321' });
      const merge = await merged(kept.id, other.id, choices);
      await stop(tokens.other);
      await undo(merge);
      expect([await stops(other.id), await history(other.id)]).toEqual([
        { email: 'unsubscribed', sms: 'unsubscribed' },
        ['withdrawn', 'withdrawn'],
      ]);
      expect([await stops(kept.id), await history(kept.id)]).toMatchObject([
        { email: 'unsubscribed' },
        ['withdrawn', 'withdrawn'],
      ]);
      await change(other.id, { tel: '+5511912345678' });
      expect(await stops(other.id)).toEqual({ email: 'unsubscribed', sms: 'unsubscribed' });
      await back(tokens.other);
      expect([await stops(other.id), await stops(kept.id)]).toMatchObject([
        { email: null, sms: null },
        { email: null },
      ]);
    },
  );

  test('[CONSENT-03] stands in the history of both where it was taken back while they were merged', async () => {
    const { kept, other, tokens, change, merged, undo, stop, back, stops, history } = await optOutWorkplace(context);
    await change(other.id, { email: 'mudou@test.example' });
    const merge = await merged(kept.id, other.id);
    await stop(tokens.other);
    await back(tokens.other);
    await undo(merge);
    for (const { id } of [kept, other])
      expect([await stops(id), await history(id)]).toMatchObject([{ email: null }, ['granted', 'withdrawn']]);
  });

  test('[CONSENT-07] stops all of a chain of merges that are reversed one by one', async () => {
    const { kept, other, alone, tokens, change, merged, undo, stop, back, stops, history } =
      await optOutWorkplace(context);
    await change(other.id, { email: 'mudou@test.example' });
    const first = await merged(kept.id, other.id);
    const last = await merged(alone.id, kept.id);
    await stop(tokens.other);
    await undo(last);
    await undo(first);
    for (const { id } of [kept, other, alone])
      expect([await stops(id), (await history(id)).length > 0]).toMatchObject([{ email: 'unsubscribed' }, true]);
    await back(tokens.other);
    expect(await stops(other.id)).toMatchObject({ email: null });
    await back(tokens.kept);
    expect(await stops(kept.id)).toMatchObject({ email: null });
  });

  test('[CONSENT-07] stops both also where the one who stays was given that address since', async () => {
    const { kept, other, tokens, change, merged, undo, stop, stops, history } = await optOutWorkplace(context);
    await change(other.id, { email: 'mudou@test.example' });
    const merge = await merged(kept.id, other.id);
    await stop(tokens.other);
    await change(kept.id, { email: other.email });
    await undo(merge);
    for (const { id } of [kept, other])
      expect([await stops(id), await history(id)]).toMatchObject([{ email: 'unsubscribed' }, ['withdrawn']]);
  });

  test('[CONSENT-07] gives who comes back what was pressed by that link, and nothing that was pressed by another', async () => {
    const { kept, other, tokens, change, merged, undo, stop, back, stops } = await optOutWorkplace(context);
    await change(other.id, { email: 'mudou@test.example' });
    const merge = await merged(kept.id, other.id);
    await stop(tokens.kept);
    await stop(tokens.other);
    await undo(merge);
    expect(await stops(other.id)).toMatchObject({ email: 'unsubscribed' });
    await back(tokens.other);
    expect([await stops(other.id), await stops(kept.id)]).toMatchObject([{ email: null }, { email: 'unsubscribed' }]);
  });

  test('[MERGE-03] says nothing of the other one where it only came there, as to an address of an earlier merge', async () => {
    const { kept, other, alone, tokens, change, merged, undo, stop, stops } = await optOutWorkplace(context);
    await change(other.id, { email: 'mudou@test.example' });
    await change(alone.id, { email: other.email });
    await merged(kept.id, alone.id);
    const last = await merged(kept.id, other.id);
    await stop(tokens.kept);
    await undo(last);
    expect([await stops(kept.id), await stops(other.id)]).toMatchObject([{ email: 'unsubscribed' }, { email: null }]);
  });

  test('[MERGE-03] says nothing of the other one where it only came there, with the one who stays', async () => {
    const { kept, other, tokens, change, merged, undo, stop, stops } = await optOutWorkplace(context);
    await change(other.id, { email: 'mudou@test.example' });
    const merge = await merged(kept.id, other.id);
    await stop(tokens.kept);
    await change(kept.id, { email: other.email });
    await undo(merge);
    expect([await stops(kept.id), await stops(other.id)]).toMatchObject([{ email: 'unsubscribed' }, { email: null }]);
  });

  test('[MERGE-03] stops the one who stays alone where the address was theirs by then', async () => {
    const { kept, other, tokens, change, merged, undo, stop, stops, history } = await optOutWorkplace(context);
    await change(other.id, { email: 'mudou@test.example' });
    await change(kept.id, { email: other.email });
    const merge = await merged(kept.id, other.id);
    await stop(tokens.other);
    await undo(merge);
    expect([await stops(kept.id), await stops(other.id)]).toMatchObject([{ email: 'unsubscribed' }, { email: null }]);
    expect(await history(other.id)).toEqual([]);
  });

  test('[MERGE-03] says nothing of the other one where it was pressed before they were merged', async () => {
    const { kept, other, tokens, change, merged, undo, stop, stops, history } = await optOutWorkplace(context);
    await change(other.id, { email: 'mudou@test.example' });
    await change(kept.id, { email: other.email });
    await stop(tokens.other);
    await change(kept.id, { email: 'terceira@test.example' });
    await undo(await merged(kept.id, other.id));
    expect([await stops(kept.id), await stops(other.id)]).toMatchObject([{ email: 'unsubscribed' }, { email: null }]);
    expect(await history(other.id)).toEqual([]);
  });
});

describe('what somebody else said at an address', () => {
  test('[CONSENT-07] stays theirs when whoever was given it leaves it', async () => {
    const { kept, tokens, create, change, stop, back, stops, check } = await optOutWorkplace(context);
    await stop(tokens.kept);
    await change(kept.id, { email: 'mudou@test.example' });
    const next = await create({ name: 'Elisa', email: kept.email, tel: null });
    expect(await stops(next)).toMatchObject({ email: 'unsubscribed' });
    await change(next, { email: 'elisa@test.example' });
    expect([await stops(next), await stops(kept.id)]).toMatchObject([{ email: null }, { email: 'unsubscribed' }]);
    expect(await check(kept.email!)).toBe('unsubscribed');
    await back(tokens.kept);
    expect(await stops(kept.id)).toMatchObject({ email: null });
  });

  test('[CONSENT-07] stays theirs also as part of another contact', async () => {
    const { kept, other, tokens, create, change, merged, stop, stops } = await optOutWorkplace(context);
    await stop(tokens.other);
    await merged(kept.id, other.id);
    const next = await create({ name: 'Elisa', email: other.email, tel: null });
    expect(await stops(next)).toMatchObject({ email: 'unsubscribed' });
    await change(next, { email: 'elisa@test.example' });
    expect([await stops(next), await stops(kept.id)]).toMatchObject([{ email: null }, { email: 'unsubscribed' }]);
  });

  test('[CONSENT-07] is that of who comes in again once they are gone, whoever they were merged with before', async () => {
    const { kept, other, tokens, call, create, change, merged, undo, stop, stops } = await optOutWorkplace(context);
    await stop(tokens.other);
    await undo(await merged(kept.id, other.id));
    await call('DELETE', `/contacts/${other.id}`, {});
    const again = await create({ name: other.name, email: other.email, tel: null });
    await change(again, { email: 'mudou@test.example' });
    expect(await stops(again)).toMatchObject({ email: 'unsubscribed' });
  });

  test('[MERGE-03] is not said of those with whom whoever was given it is merged', async () => {
    const { kept, other, alone, tokens, create, change, merged, undo, stop, stops } = await optOutWorkplace(context);
    await stop(tokens.kept);
    const first = await merged(kept.id, other.id);
    const next = await create({ name: 'Elisa', email: other.email, tel: null });
    expect(await stops(next)).toMatchObject({ email: 'unsubscribed' });
    await merged(alone.id, next);
    expect(await stops(alone.id)).toMatchObject({ email: null });
    await undo(first).then(({ status }) => expect(status).toBe(200));
    expect([await stops(alone.id), await stops(other.id)]).toMatchObject([{ email: null }, { email: null }]);
    await change(alone.id, { email: 'quarta@test.example' });
    expect(await stops(alone.id)).toMatchObject({ email: null });
  });

  test('[CONSENT-03] is taken back in their history too, by who has the address again', async () => {
    const { kept, other, tokens, change, stop, back, stops, history } = await optOutWorkplace(context);
    await change(other.id, { email: 'mudou@test.example' });
    await change(kept.id, { email: other.email });
    await stop(tokens.other);
    await change(kept.id, { email: 'terceira@test.example' });
    await change(other.id, { email: other.email });
    await back(tokens.other);
    expect([await stops(kept.id), await history(kept.id)]).toEqual([
      { email: null, sms: null },
      ['granted', 'withdrawn'],
    ]);
  });
});

describe('an address that changed hands', () => {
  test('[CONSENT-07] whoever has it as part of a merge does not take along what the other one had said there', async () => {
    const { kept, other, tokens, change, merged, undo, stop, back, stops } = await optOutWorkplace(context);
    await stop(tokens.other);
    await change(other.id, { email: 'mudou@test.example' });
    await change(kept.id, { email: other.email });
    await undo(await merged(kept.id, other.id));
    expect([await stops(kept.id), await stops(other.id)]).toMatchObject([
      { email: 'unsubscribed' },
      { email: 'unsubscribed' },
    ]);
    await change(kept.id, { email: 'ana@test.example' });
    expect([await stops(kept.id), await stops(other.id)]).toMatchObject([{ email: null }, { email: 'unsubscribed' }]);
    await back(tokens.other);
    expect(await stops(other.id)).toMatchObject({ email: null });
  });

  test('[CONSENT-07] nor where they leave it while they are merged', async () => {
    const { kept, other, tokens, change, merged, undo, stop, stops } = await optOutWorkplace(context);
    await stop(tokens.other);
    await change(other.id, { email: 'mudou@test.example' });
    await change(kept.id, { email: other.email });
    const merge = await merged(kept.id, other.id);
    await change(kept.id, { email: 'ana@test.example' });
    expect(await stops(kept.id)).toMatchObject({ email: 'unsubscribed' });
    await undo(merge);
    expect([await stops(kept.id), await stops(other.id)]).toMatchObject([{ email: null }, { email: 'unsubscribed' }]);
  });

  test('[CONSENT-07] a press by its link is a word of its own, also where somebody else had pressed there', async () => {
    const { kept, other, alone, tokens, change, merged, undo, stop, back, stops, history } =
      await optOutWorkplace(context);
    await change(other.id, { email: 'mudou@test.example' });
    await change(alone.id, { email: other.email });
    await stop(tokens.other);
    await change(alone.id, { email: 'terceira@test.example' });
    const merge = await merged(kept.id, other.id);
    await stop(tokens.kept);
    await stop(tokens.other);
    await undo(merge);
    expect([await stops(other.id), await history(other.id)]).toMatchObject([{ email: 'unsubscribed' }, ['withdrawn']]);
    await back(tokens.kept);
    expect([await stops(other.id), await stops(kept.id)]).toMatchObject([{ email: 'unsubscribed' }, { email: null }]);
    await back(tokens.other);
    expect([await stops(other.id), await history(other.id)]).toMatchObject([{ email: null }, ['granted', 'withdrawn']]);
  });

  test('[CONSENT-07] by its link, in the hands of somebody else, all are opened whom it had stopped, wherever they are', async () => {
    const { kept, other, tokens, create, change, merged, stop, back, stops, history } = await optOutWorkplace(context);
    await change(other.id, { tel: '+5511987654321' });
    await stop(tokens.other);
    await merged(kept.id, other.id);
    const next = await create({ name: 'Elisa', email: other.email, tel: null });
    await back(tokens.other);
    expect([await stops(next), await history(next)]).toEqual([{ email: null, sms: null }, ['granted']]);
    expect(await stops(kept.id)).toEqual({ email: null, sms: null });
    expect((await history(kept.id)).slice(0, 2)).toEqual(['granted', 'granted']);
    await change(kept.id, { email: 'ana@test.example', tel: '+5511900000001' });
    expect(await stops(kept.id)).toEqual({ email: null, sms: null });
  });

  test('[CONSENT-07] who comes in again is opened by its link, whoever they had been part of', async () => {
    const { kept, other, tokens, call, create, change, merged, stop, back, stops } = await optOutWorkplace(context);
    await stop(tokens.other);
    await merged(kept.id, other.id);
    await call('DELETE', `/contacts/${kept.id}`, {});
    const again = await create({ name: other.name, email: other.email, tel: null });
    await change(again, { email: 'mudou@test.example' });
    expect(await stops(again)).toMatchObject({ email: 'unsubscribed' });
    await back(tokens.other);
    expect(await stops(again)).toMatchObject({ email: null });
    await change(again, { email: 'terceira@test.example' });
    expect(await stops(again)).toMatchObject({ email: null });
  });

  test('[CONSENT-07] what somebody said there who is gone is of one contact alone, and of nobody who has an address of theirs later', async () => {
    const { kept, other, alone, tokens, call, create, change, merged, undo, stop, back, stops } =
      await optOutWorkplace(context);
    await stop(tokens.alone);
    await call('DELETE', `/contacts/${alone.id}`, {});
    await change(kept.id, { email: alone.email });
    const merge = await merged(kept.id, other.id);
    const next = await create({ name: 'Elisa', email: other.email, tel: null });
    expect(await stops(next)).toMatchObject({ email: 'unsubscribed' });
    await change(next, { email: 'elisa@test.example' });
    expect([await stops(next), await stops(kept.id)]).toMatchObject([{ email: null }, { email: 'unsubscribed' }]);
    await undo(merge);
    await change(kept.id, { email: 'ana@test.example' });
    expect([await stops(other.id), await stops(kept.id)]).toMatchObject([{ email: null }, { email: 'unsubscribed' }]);
    await back(tokens.alone);
    expect(await stops(kept.id)).toMatchObject({ email: null });
  });

  test('[CONSENT-07] a phone that somebody who is gone had shut is opened with the address by whose link they shut it', async () => {
    const { kept, tokens, call, create, change, stop, back, stops } = await optOutWorkplace(context);
    const tel = '+5511987654321';
    await change(kept.id, { tel });
    await stop(tokens.kept);
    await call('DELETE', `/contacts/${kept.id}`, {});
    const next = await create({ name: 'Elisa', email: null, tel });
    expect(await stops(next)).toMatchObject({ sms: 'unsubscribed' });
    await back(tokens.kept);
    expect(await stops(next)).toMatchObject({ sms: null });
  });

  test('[MERGE-03] its link is that of who brought it last, where two did', async () => {
    const { kept, other, alone, tokens, change, merged, undo, stop, back, stops } = await optOutWorkplace(context);
    await merged(kept.id, other.id);
    await change(alone.id, { email: other.email });
    const last = await merged(kept.id, alone.id);
    await stop(tokens.other);
    await undo(last);
    await back(tokens.other);
    expect([await stops(alone.id), await stops(kept.id)]).toMatchObject([{ email: null }, { email: 'unsubscribed' }]);
    await back(tokens.kept);
    expect(await stops(kept.id)).toMatchObject({ email: null });
  });

  test('[CONSENT-07] as one contact they take back one press by the link of either, for both', async () => {
    const { kept, other, tokens, merged, undo, stop, back, stops, check } = await optOutWorkplace(context);
    const merge = await merged(kept.id, other.id);
    await stop(tokens.other);
    await back(tokens.kept);
    expect([await stops(kept.id), await check(other.email!)]).toMatchObject([{ email: null }, null]);
    await undo(merge);
    expect([await stops(kept.id), await stops(other.id)]).toMatchObject([{ email: null }, { email: null }]);
  });

  test('[MERGE-03] what both have of one press each takes back alone, by the link of their own address', async () => {
    const { kept, other, tokens, change, merged, undo, stop, back, stops } = await optOutWorkplace(context);
    await change(other.id, { email: 'mudou@test.example' });
    const merge = await merged(kept.id, other.id);
    await stop(tokens.other);
    await undo(merge);
    await back(tokens.kept);
    expect([await stops(kept.id), await stops(other.id)]).toMatchObject([{ email: null }, { email: 'unsubscribed' }]);
    await back(tokens.other);
    expect(await stops(other.id)).toMatchObject({ email: null });
  });
});

describe('a press at an address where somebody had pressed before', () => {
  test('[CONSENT-07] while merged is of who comes back with the message, also where it had been the other one', async () => {
    const { kept, other, tokens, change, merged, undo, stop, stops, history } = await optOutWorkplace(context);
    await change(other.id, { email: 'mudou@test.example' });
    await change(kept.id, { email: other.email });
    await stop(tokens.other);
    await change(kept.id, { email: 'terceira@test.example' });
    const merge = await merged(kept.id, other.id);
    await stop(tokens.other);
    await undo(merge);
    expect([await stops(other.id), await history(other.id)]).toMatchObject([{ email: 'unsubscribed' }, ['withdrawn']]);
    expect([await stops(kept.id), await history(kept.id)]).toMatchObject([
      { email: 'unsubscribed' },
      ['withdrawn', 'withdrawn'],
    ]);
  });

  test('[CONSENT-07] is said anew once they are merged again, of which one had taken it back', async () => {
    const { kept, other, alone, tokens, change, merged, undo, stop, back, stops } = await optOutWorkplace(context);
    await change(other.id, { email: 'mudou@test.example' });
    await change(alone.id, { email: 'quarta@test.example' });
    await change(other.id, { email: alone.email });
    const first = await merged(kept.id, other.id);
    await stop(tokens.other);
    await undo(first);
    await back(tokens.alone);
    expect([await stops(other.id), await stops(kept.id)]).toMatchObject([{ email: null }, { email: 'unsubscribed' }]);
    const second = await merged(kept.id, other.id);
    await stop(tokens.other);
    await undo(second);
    for (const { id } of [kept, other]) expect(await stops(id)).toMatchObject({ email: 'unsubscribed' });
  });

  test('[CONSENT-04] adds nothing where it was theirs, also once a merge is reversed', async () => {
    const { kept, other, tokens, merged, undo, stop, history } = await optOutWorkplace(context);
    await stop(tokens.kept);
    await undo(await merged(kept.id, other.id));
    await stop(tokens.kept);
    expect(await history(kept.id)).toEqual(['withdrawn']);
  });

  test('[CONSENT-07] is one of its own where nobody has it any more, and doing it twice adds nothing', async () => {
    const { companyId, kept, other, tokens, call, create, change, stop, back, stops, check } =
      await optOutWorkplace(context);
    await change(other.id, { email: 'mudou@test.example' });
    await change(kept.id, { email: other.email });
    await stop(tokens.other);
    await change(kept.id, { email: kept.email });
    await call('DELETE', `/contacts/${other.id}`, {});
    await stop(tokens.other);
    await stop(tokens.other);
    const words = await context.database.withCompany(companyId, (tx) =>
      tx.selectFrom('stops').select('word_id').distinct().where('company_id', '=', companyId).execute(),
    );
    expect(words).toHaveLength(2);
    await back(tokens.kept);
    expect([await stops(kept.id), await check(other.email!)]).toMatchObject([{ email: null }, 'unsubscribed']);
    const again = await create({ name: other.name, email: other.email, tel: null });
    expect(await stops(again)).toMatchObject({ email: 'unsubscribed' });
  });
});

test('[CONSENT-07] what one press stopped for merged people is taken back for all, also once they are gone', async () => {
  const { other, tokens, call, create, merged, stop, back, stops } = await optOutWorkplace(context);
  const bia = { name: 'Bia', email: 'bia@test.example', tel: '+5511987654321' };
  const stayed = await create(bia);
  await merged(stayed, other.id);
  await stop(tokens.other);
  await call('DELETE', `/contacts/${stayed}`, {});
  const again = await create(bia);
  expect(await stops(again)).toEqual({ email: 'unsubscribed', sms: 'unsubscribed' });
  await back(tokens.other);
  expect(await stops(again)).toEqual({ email: null, sms: null });
});

describe('[CONSENT-03] the history of who comes back', () => {
  test('has that they took back what they had stopped, also where the other one stopped it, too', async () => {
    const { kept, other, tokens, merged, undo, stop, back, stops, history } = await optOutWorkplace(context);
    await stop(tokens.kept);
    await stop(tokens.other);
    const merge = await merged(kept.id, other.id);
    await back(tokens.other);
    await undo(merge);
    expect([await stops(other.id), await history(other.id)]).toMatchObject([{ email: null }, ['granted', 'withdrawn']]);
    expect([await stops(kept.id), await history(kept.id)]).toMatchObject([{ email: 'unsubscribed' }, ['withdrawn']]);
  });

  test('has it also of what they pressed while they were merged', async () => {
    const { kept, other, tokens, merged, undo, stop, back, stops, history } = await optOutWorkplace(context);
    await stop(tokens.kept);
    const merge = await merged(kept.id, other.id);
    await stop(tokens.other);
    await back(tokens.other);
    await undo(merge);
    expect([await stops(other.id), await history(other.id)]).toMatchObject([{ email: null }, ['granted', 'withdrawn']]);
    expect([await stops(kept.id), (await history(kept.id))[0]]).toMatchObject([{ email: 'unsubscribed' }, 'withdrawn']);
  });

  test('has nothing of what the other one said and took back by their own link', async () => {
    const { kept, other, tokens, merged, undo, stop, back, stops, history } = await optOutWorkplace(context);
    await stop(tokens.other);
    const merge = await merged(kept.id, other.id);
    await stop(tokens.kept);
    await back(tokens.kept);
    await undo(merge);
    expect([await stops(other.id), await history(other.id)]).toMatchObject([{ email: 'unsubscribed' }, ['withdrawn']]);
  });

  test('has no agreement of who had stopped it before, and pressed again while they were merged', async () => {
    const { kept, other, tokens, merged, undo, stop, back, stops, history } = await optOutWorkplace(context);
    await stop(tokens.other);
    const merge = await merged(kept.id, other.id);
    await stop(tokens.other);
    await back(tokens.kept);
    await undo(merge);
    expect([await stops(other.id), (await history(other.id))[0]]).toMatchObject([
      { email: 'unsubscribed' },
      'withdrawn',
    ]);
    await back(tokens.other);
    expect([await stops(other.id), (await history(other.id))[0]]).toMatchObject([{ email: null }, 'granted']);
  });
});

test('[CONSENT-03] a press is in the history of who comes back on every channel, also at a phone of an earlier merge', async () => {
  const { kept, other, alone, tokens, call, change, merged, undo, stop } = await optOutWorkplace(context);
  await change(other.id, { tel: '+5511987654321' });
  await merged(kept.id, other.id);
  const last = await merged(alone.id, kept.id);
  await stop(tokens.kept);
  await undo(last);
  const { data } = (await call('GET', `/contacts/${kept.id}/consents`)).body;
  const said = data.map(({ channel, status }: { channel: string; status: string }) => `${channel} ${status}`);
  expect(said.toSorted()).toEqual(['email withdrawn', 'sms withdrawn']);
});

test('[MERGE-03] nobody is left without an address: the one who stays has theirs of before again', async () => {
  const { companyId, kept, other, change, merged, undo } = await optOutWorkplace(context);
  await change(other.id, { tel: '+5511987654321' });
  const merge = await merged(kept.id, other.id);
  await change(kept.id, { email: null, name: 'Ana Prado' });
  expect(await undo(merge)).toMatchObject({ status: 200, body: { edited: ['name'] } });
  const contacts = await context.database.withCompany(companyId, (tx) =>
    tx.selectFrom('contacts').select(['id', 'email', 'tel', 'name']).where('company_id', '=', companyId).execute(),
  );
  expect(contacts).toMatchObject(
    expect.arrayContaining([
      { id: kept.id, email: kept.email, tel: null, name: 'Ana Prado' },
      { id: other.id, email: other.email, tel: '+5511987654321', name: other.name },
    ]),
  );
});
