import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { roles } from '@escuta/contract/access-policy';
import type { Role } from '@escuta/contract/access-policy';
import type { Contact } from '@escuta/contract/contacts';
import type { ContactId, CustomFieldId } from '@escuta/contract/ids';
import { collectContact, forgetOldMerges } from '#modules/contacts/index.ts';
import { newId } from '#platform/crypto/ids.ts';
import { createContact, createContactCompany, signedIn } from '../../testing/factories.ts';
import { answerLink, invitedToMerge, mergeWorkplace, unsubscribeLink } from '../../testing/merge-steps.ts';
import type { MergeWorkplace } from '../../testing/merge-steps.ts';
import { holding } from '../../testing/holding.ts';
import { meets } from '../../testing/meets.ts';
import { plantSuppressions } from '../../testing/plant-suppressions.ts';
import { testContext } from '../../testing/test-context.ts';

const context = testContext();
const dayMs = 86_400_000;

type Body = ReturnType<typeof JSON.parse>;

const workplace = () => mergeWorkplace(context);
type Workplace = MergeWorkplace;
const invited = (here: Workplace) => invitedToMerge(context, here);
const answer = (link: Parameters<typeof answerLink>[1], score: number, why?: string) =>
  answerLink(context, link, score, why);
const unsubscribe = (token: string, payload: '' | 'back=1' = '') => unsubscribeLink(context, token, payload);

const withdrawn = (channel: string) => ({ channel, status: 'withdrawn', basis: 'consent', text_version: null });

/** Everything of a person that a merge could touch, row for row. */
async function everything({ companyId }: Workplace, ids: readonly ContactId[]) {
  return context.database.withCompany(companyId, async (tx) => {
    const of = (table: 'responses' | 'send_items' | 'segment_members' | 'contact_consents') =>
      tx
        .selectFrom(table)
        .selectAll()
        .where('company_id', '=', companyId)
        .where('contact_id', 'in', [...ids])
        .execute();
    const contacts = await tx
      .selectFrom('contacts')
      .selectAll()
      .where('company_id', '=', companyId)
      .where('id', 'in', [...ids])
      .orderBy('id')
      .execute();
    const suppressions = await tx.selectFrom('suppressions').selectAll().where('company_id', '=', companyId).execute();
    const rows = {
      contacts: contacts.map(({ updated_at: _, ...row }) => row),
      responses: await of('responses'),
      items: await of('send_items'),
      lists: await of('segment_members'),
      consents: await of('contact_consents'),
      suppressions,
    };
    const sorted = Object.entries(rows).map(([name, list]) => [
      name,
      list.map((row) => JSON.stringify(row)).toSorted(),
    ]);
    return Object.fromEntries(sorted);
  });
}

async function defineField({ companyId }: Workplace, name: string, type: 'text' | 'cpf' = 'text', sensitive = false) {
  const now = context.clock.now();
  const field = { internal_name: name, label: name, type, sensitive, place: 1, created_at: now, updated_at: now };
  const id = newId<CustomFieldId>();
  await context.database.withCompany(companyId, (tx) =>
    tx
      .insertInto('custom_fields')
      .values({ company_id: companyId, id, ...field })
      .execute(),
  );
  return id;
}

describe('merging', () => {
  test('[MERGE-02] joins messages, answers, consents, lists, tags and marks, also those of a send that wrote to both', async () => {
    const here = await workplace();
    const { kept, other, alone } = await invited(here);
    await answer(other, 3);
    await answer(kept, 9);
    await answer(alone, 7);
    await markLater(here, alone.contact.id);
    const { last_sent_at: lastSent } = await here.contact(alone.contact.id);
    const consent = { channel: 'sms', status: 'granted', basis: 'contract', text_version: 'Balcão' };
    await here.call('POST', `/contacts/${alone.contact.id}/consents`, consent);
    const list = await here.call('POST', '/contact-lists', { name: 'Todos', from: { filter: {} } });
    await here.call('PUT', `/contacts/${kept.contact.id}`, { tags: ['VIP', 'Praia'] });
    await here.call('PUT', `/contacts/${other.contact.id}`, { tags: ['vip', 'Sol'] });
    await here.merged(kept.contact.id, other.contact.id);
    await here.merged(kept.contact.id, alone.contact.id);
    const kinds = await here.kinds(kept.contact.id);
    expect(kinds.filter((kind) => kind === 'message')).toHaveLength(3);
    expect(kinds.filter((kind) => kind === 'response')).toHaveLength(3);
    expect(kinds.filter((kind) => kind === 'consent')).toHaveLength(1);
    const changed = (await here.timeline(kept.contact.id)).filter(({ action }) => action === 'contact.changed');
    // Of the kept one, and of the absorbed one.
    expect(changed).toHaveLength(2);
    const { body: scores } = await here.call('GET', `/contacts/${kept.contact.id}/scores`);
    expect(scores.data.map(({ score }: Body) => score).toSorted((one: number, two: number) => one - two)).toEqual([
      3, 7, 9,
    ]);
    expect(await here.contact(kept.contact.id)).toMatchObject({
      tags: ['VIP', 'Praia', 'Sol'],
      last_score: 7,
      last_sent_at: lastSent,
    });
    const { body: listed } = await here.call('GET', `/contacts?segment=${list.body._id}`);
    expect(listed.data.map(({ _id }: Body) => _id)).toEqual([kept.contact.id]);
    for (const gone of [other, alone]) {
      const { status, body } = await here.call('GET', `/contacts/${gone.contact.id}`);
      expect([status, body]).toMatchObject([410, { code: 'CONTACT_MERGED', params: { id: kept.contact.id } }]);
    }
    const { body: audit } = await here.call('GET', '/audit-events?action=contact.merged');
    expect(audit.data.map(({ target, after }: Body) => [target._id, after.absorbed])).toEqual([
      [kept.contact.id, alone.contact.id],
      [kept.contact.id, other.contact.id],
    ]);
  });

  test('[MERGE-02] takes of each field the side that was chosen, of every other the value that there is', async () => {
    const here = await workplace();
    await defineField(here, 'quarto');
    await defineField(here, 'placa');
    const lua = await createContactCompany(context, { ...here.unit, name: 'Padaria Lua' });
    const kept = await here.create({
      name: 'Ana Lima',
      email: 'ana@test.example',
      tel: null,
      language: 'pt',
      custom_fields: { quarto: '101' },
    });
    const other = await here.create({
      name: 'Ana M. Lima',
      email: 'ana.lima@test.example',
      tel: '+55 11 98765-4321',
      language: 'es',
      _company: lua,
      custom_fields: { quarto: '202', placa: 'ABC1D23' },
    });
    expect((await here.compare(kept, other)).differing.toSorted()).toEqual(
      ['custom_fields.quarto', 'email', 'language', 'name'].toSorted(),
    );
    await here.merged(kept, other, { email: 'other', 'custom_fields.quarto': 'other', language: 'kept' });
    const { body } = await here.call('GET', '/contacts');
    expect(body.data).toEqual([
      expect.objectContaining({
        _id: kept,
        name: 'Ana Lima',
        email: 'ana.lima@test.example',
        tel: '+5511987654321',
        language: 'pt',
        _company: { _id: lua, name: 'Padaria Lua' },
        custom_fields: { quarto: '202', placa: 'ABC1D23' },
      }),
    ]);
  });

  test('[MERGE-02] keeps whoever opted out of a channel out of it, whichever address is chosen, and opens nobody', async () => {
    const here = await workplace();
    const { kept, other, alone } = await invited(here);
    await unsubscribe(other.token);
    const consent = { channel: 'email', status: 'granted', basis: 'consent', text_version: null };
    await here.call('POST', `/contacts/${kept.contact.id}/consents`, consent);
    expect((await here.compare(kept.contact.id, other.contact.id)).stopped).toEqual(['email', 'sms']);
    expect((await here.compare(kept.contact.id, alone.contact.id)).stopped).toEqual([]);
    await here.merged(kept.contact.id, other.contact.id, { email: 'kept' });
    const { body } = await here.call('GET', `/contacts/${kept.contact.id}/consents`);
    expect(body.stopped).toEqual({ email: { reason: 'unsubscribed', at: expect.any(String) }, sms: null });
    expect(body.data[0]).toMatchObject({ channel: 'email', status: 'withdrawn' });
    // Whom nobody stopped is written to as before.
    const { body: untouched } = await here.call('GET', `/contacts/${alone.contact.id}/consents`);
    expect(untouched.stopped).toEqual({ email: null, sms: null });
  });

  test('[MERGE-02] stops the other address as the person did, and once they take it back as the company did', async () => {
    const here = await workplace();
    const { kept, other } = await invited(here);
    const consent = { channel: 'email', status: 'withdrawn', basis: 'consent', text_version: null };
    expect((await here.call('POST', `/contacts/${kept.contact.id}/consents`, consent)).status).toBe(201);
    await unsubscribe(kept.token);
    await here.merged(kept.contact.id, other.contact.id, { email: 'other' });
    const { body } = await here.call('GET', `/contacts/${kept.contact.id}/consents`);
    expect(body.stopped.email).toMatchObject({ reason: 'unsubscribed' });
    await unsubscribe(kept.token, 'back=1');
    const { body: later } = await here.call('GET', `/contacts/${kept.contact.id}/consents`);
    expect(later.stopped.email).toMatchObject({ reason: 'manual' });
  });

  test('[MERGE-02] a withdrawal stops the channel at the address of the other one, and stays the last word', async () => {
    const here = await workplace();
    const kept = await here.create({ name: 'Ana', email: 'ana@test.example', tel: '+5511987654321' });
    const other = await here.create({ name: 'Ana', email: 'lima@test.example', tel: null });
    // There is no phone yet of which it could be noted.
    await here.call('POST', `/contacts/${other}/consents`, withdrawn('sms'));
    context.clock.advance(1_000);
    await here.call('POST', `/contacts/${kept}/consents`, {
      ...withdrawn('sms'),
      status: 'granted',
      basis: 'contract',
    });
    await here.merged(kept, other);
    const { body } = await here.call('GET', `/contacts/${kept}/consents`);
    expect(body.stopped).toMatchObject({ email: null, sms: { reason: 'manual' } });
    expect(body.data.map(({ status, basis }: Body) => [status, basis])).toEqual([
      ['withdrawn', 'consent'],
      ['granted', 'contract'],
      ['withdrawn', 'consent'],
    ]);
  });

  test('[MERGE-02] a complaint is the strictest word; an address that bounced says nothing of the other one', async () => {
    const here = await workplace();
    const { kept, other, alone } = await invited(here);
    const stopped = async () =>
      (await here.call('GET', `/contacts/${kept.contact.id}/consents`)).body.stopped.email?.reason ?? null;
    await plantSuppressions(context, here.unit, [{ address: alone.contact.email!, reason: 'bounced' }]);
    await here.merged(kept.contact.id, alone.contact.id);
    expect(await stopped()).toBeNull();
    await plantSuppressions(context, here.unit, [{ address: other.contact.email!, reason: 'complained' }]);
    await here.call('POST', `/contacts/${other.contact.id}/consents`, withdrawn('email'));
    await here.merged(kept.contact.id, other.contact.id);
    expect(await stopped()).toBe('complained');
  });

  test('[MERGE-02] takes an answer that comes later to the link of the absorbed one', async () => {
    const here = await workplace();
    const { kept, other, alone } = await invited(here);
    await here.merged(kept.contact.id, other.contact.id);
    await here.merged(kept.contact.id, alone.contact.id);
    await answer(other, 4);
    await answer(alone, 8);
    const answered = (await here.timeline(kept.contact.id)).filter(({ kind }) => kind === 'response');
    expect(answered.map<number>(({ score }) => score).toSorted((one, two) => one - two)).toEqual([4, 8]);
    const { body } = await here.call('GET', `/queues/${(await sendOf(here, other.itemId)) ?? ''}/items`);
    expect(body.filter((item: Body) => item._contact !== null)).toHaveLength(2);
  });

  test('is refused once one of both was changed, naming it; an answer changes nothing of it', async () => {
    const here = await workplace();
    const { kept, other } = await invited(here);
    const seen = await here.compare(kept.contact.id, other.contact.id);
    const versions = { kept: seen.kept.version, other: seen.other.version };
    await answer(other, 10);
    await here.call('PUT', `/contacts/${other.contact.id}`, { name: 'Outra Pessoa' });
    const asked = await here.call('POST', `/contacts/${kept.contact.id}/merges`, { other: other.contact.id, versions });
    expect([asked.status, asked.body]).toMatchObject([409, { code: 'CONTACT_CHANGED', params: { side: 'other' } }]);
    const again = await here.compare(kept.contact.id, other.contact.id);
    await answer(kept, 9);
    const payload = { other: other.contact.id, versions: { kept: again.kept.version, other: again.other.version } };
    expect((await here.call('POST', `/contacts/${kept.contact.id}/merges`, payload)).status).toBe(201);
  });

  test('refuses one contact alone, a contact of another unit or company, an unknown one, and one without an address', async () => {
    const here = await workplace();
    const elsewhere = await workplace();
    const one = await createContact(context, here.unit);
    const { id: tel } = await createContact(context, { ...here.unit, email: null, tel: '+5511987654321' });
    const there = await createContact(context, { ...here.unit, businessUnitId: here.otherUnitId });
    const foreign = await createContact(context, elsewhere.unit);
    const version = '0'.repeat(64);
    const asked = (other: ContactId) =>
      here.call('POST', `/contacts/${one.id}/merges`, { other, versions: { kept: version, other: version } });
    expect((await asked(one.id)).body.code).toBe('SAME_CONTACT');
    for (const other of [there.id, foreign.id, newId<ContactId>()]) expect((await asked(other)).status).toBe(404);
    const { body } = await here.merge(one.id, tel, { email: 'other', tel: 'kept' });
    expect(body.code).toBe('ADDRESS_MISSING');
  });

  test('is refused with a choice of no field, and both stay', async () => {
    const here = await mergeWorkplace(context);
    const [ana, bia] = [
      await here.create({ name: 'Ana', email: 'ana@escolha.example', tel: null }),
      await here.create({ name: 'Bia', email: 'bia@escolha.example', tel: null }),
    ];
    for (const name of ['nickname', 'tags', 'custom_fields'])
      expect((await here.merge(ana, bia, { [name]: 'other' })).body).toMatchObject({ code: 'INVALID_INPUT' });
    const names = async () =>
      (await here.call('GET', '/contacts?sort=name')).body.data.map((found: Contact) => found.name);
    expect(await names()).toEqual(['Ana', 'Bia']);
    await here.merged(ana, bia, { name: 'other' });
    expect(await names()).toEqual(['Bia']);
  });

  test('is for own, adm, acmng and ana alone', async () => {
    const here = await workplace();
    const { id: one } = await createContact(context, here.unit);
    const { id: two } = await createContact(context, here.unit);
    // Whoever may is told that there is no such merge and no such pair.
    const asked = [
      ['GET', `/contacts/${one}/comparison?with=${two}`, 200],
      ['GET', `/contacts/${one}/merges`, 200],
      ['GET', '/contacts/duplicates', 200],
      ['POST', '/contacts/duplicates/searches', 202],
      ['POST', `/duplicate-pairs/${newId()}/dismissal`, 404],
      ['DELETE', `/duplicate-pairs/${newId()}/dismissal`, 404],
      ['POST', `/merges/${newId()}/undo`, 404],
    ] as const;
    const permitted = new Set<Role>(['own', 'adm', 'acmng', 'ana']);
    for (const role of roles) {
      const may = permitted.has(role);
      const user = await signedIn(context, { companyId: here.companyId, role });
      const headers = { ...user.headers, 'x-business-id': here.businessUnitId };
      for (const [method, path, status] of asked) {
        const answer = await here.call(method, path, undefined, headers);
        expect([role, path, answer.status]).toEqual([role, path, may ? status : 403]);
      }
      const { kept, other } = await here.compare(one, two);
      const form = { other: two, versions: { kept: kept.version, other: other.version } };
      const merged = await here.call('POST', `/contacts/${one}/merges`, form, headers);
      expect([role, merged.status]).toEqual([role, may ? 201 : 403]);
      const back = await here.undo(merged.body._id ?? newId());
      expect([role, back.status]).toEqual([role, may ? 200 : 404]);
    }
  });
});

/** The contact was written to and answered an hour after everybody else. */
async function markLater({ companyId }: Workplace, id: ContactId) {
  const at = new Date(context.clock.now().getTime() + 3_600_000);
  await context.database.withCompany(companyId, (tx) =>
    tx
      .updateTable('contacts')
      .set({ last_sent_at: at, last_answered_at: at })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .execute(),
  );
}

async function sendOf({ companyId }: Workplace, itemId: string) {
  const row = await context.database.withCompany(companyId, (tx) =>
    tx
      .selectFrom('send_items')
      .select('send_id')
      .where('company_id', '=', companyId)
      .where('id', '=', itemId as never)
      .executeTakeFirst(),
  );
  return row?.send_id;
}

describe('reversing', () => {
  test('[MERGE-03] gives back exactly what was moved, and both contacts are as they were', async () => {
    const here = await workplace();
    const { kept, other, alone } = await invited(here);
    const ids = [kept.contact.id, other.contact.id, alone.contact.id];
    await answer(other, 3);
    await answer(alone, 7);
    await unsubscribe(alone.token);
    const consent = { channel: 'sms', status: 'granted', basis: 'contract', text_version: 'Balcão' };
    await here.call('POST', `/contacts/${other.contact.id}/consents`, consent);
    await here.call('PUT', `/contacts/${other.contact.id}`, { tags: ['Sol'], tel: '+55 11 98765-4321' });
    await here.call('POST', '/contact-lists', { name: 'Todos', from: { filter: {} } });
    const before = await everything(here, ids);
    const first = await here.merged(kept.contact.id, other.contact.id, { name: 'other', email: 'other' });
    const second = await here.merged(kept.contact.id, alone.contact.id, { email: 'other' });
    expect(await everything(here, ids)).not.toEqual(before);
    const { body: shown } = await here.call('GET', `/contacts/${kept.contact.id}/merges`);
    expect(shown.data.map(({ _id, can_undo }: Body) => [_id, can_undo])).toEqual([
      [second, true],
      [first, false],
    ]);
    expect((await here.undo(first)).body).toMatchObject({ code: 'MERGE_NOT_REVERSIBLE' });
    for (const id of [second, first]) expect(await here.undo(id)).toMatchObject({ status: 200, body: { edited: [] } });
    expect(await everything(here, ids)).toEqual(before);
    expect((await here.call('GET', `/contacts/${kept.contact.id}/merges`)).body.data).toEqual([]);
  });

  test('[MERGE-03] leaves what was edited since, says so, and lets answers follow their message', async () => {
    const here = await workplace();
    const { kept, other } = await invited(here);
    const id = await here.merged(kept.contact.id, other.contact.id, { email: 'other' });
    await here.call('PUT', `/contacts/${kept.contact.id}`, { name: 'Maria Nova', tags: ['Depois'] });
    await answer(other, 2);
    await answer(kept, 9);
    const { body } = await here.undo(id);
    expect(body).toEqual({ kept: kept.contact.id, restored: other.contact.id, edited: ['name'] });
    const { data } = (await here.call('GET', '/contacts?sort=name')).body;
    const byId = Object.fromEntries(data.map((contact: Body) => [contact._id, contact]));
    expect(byId[kept.contact.id]).toMatchObject({
      name: 'Maria Nova',
      email: kept.contact.email,
      tags: ['Depois'],
      last_score: 9,
    });
    expect(byId[other.contact.id]).toMatchObject({ name: 'Maria da Silva', email: other.contact.email, last_score: 2 });
    expect(await here.kinds(other.contact.id)).toEqual(['message', 'response']);
  });

  test('[MERGE-03] does not open again what the person stopped themselves after the merge', async () => {
    const here = await workplace();
    const { kept, other } = await invited(here);
    await unsubscribe(other.token);
    const id = await here.merged(kept.contact.id, other.contact.id);
    await unsubscribe(kept.token);
    await here.undo(id);
    const { body } = await here.call('GET', `/contacts/${kept.contact.id}/consents`);
    expect(body.stopped.email).toMatchObject({ reason: 'unsubscribed' });
    expect(body.data).toMatchObject([{ status: 'withdrawn', source: 'contact' }]);
  });

  test.each([
    ['the company', 'manual', 'staff'],
    ['the person', 'unsubscribed', 'contact'],
  ])(
    '[MERGE-03, CONSENT-07] what %s stopped since at the address of the other is stopped at their own again',
    async (who, reason, source) => {
      const here = await workplace();
      const { kept, other, alone } = await invited(here);
      const id = await here.merged(kept.contact.id, other.contact.id, { email: 'other' });
      if (who === 'the person') await unsubscribe(other.token);
      else await here.call('POST', `/contacts/${kept.contact.id}/consents`, withdrawn('email'));
      expect((await here.undo(id)).status).toBe(200);
      const { body } = await here.call('GET', `/contacts/${kept.contact.id}/consents`);
      expect(body.stopped.email).toMatchObject({ reason });
      expect(body.data).toMatchObject([{ status: 'withdrawn', source }]);
      // The other one has the address at which it was said, and is told when and how.
      const { body: restored } = await here.call('GET', `/contacts/${other.contact.id}/consents`);
      expect(restored.stopped.email).toMatchObject({ reason });
      expect(restored.data).toMatchObject([{ status: 'withdrawn', source }]);
      expect((await here.call('GET', `/contacts/${alone.contact.id}/consents`)).body).toMatchObject({ data: [] });
    },
  );

  test('[MERGE-03] gives back every address of whoever stopped nothing, also those that they were given since', async () => {
    const here = await workplace();
    const { kept, other } = await invited(here);
    await unsubscribe(other.token);
    await here.call('POST', `/contacts/${other.contact.id}/consents`, withdrawn('sms'));
    const id = await here.merged(kept.contact.id, other.contact.id);
    const change = (form: object) => here.call('PUT', `/contacts/${kept.contact.id}`, form);
    const stops = async () => {
      const { stopped } = (await here.call('GET', `/contacts/${kept.contact.id}/consents`)).body;
      return [stopped.email?.reason ?? null, stopped.sms?.reason ?? null];
    };
    await change({ email: 'nova@test.example', tel: '+5511987654321' });
    expect(await stops()).toEqual(['unsubscribed', 'unsubscribed']);
    expect((await here.undo(id)).body.edited.toSorted()).toEqual(['email', 'tel']);
    expect(await stops()).toEqual([null, null]);
    await change({ email: kept.contact.email });
    expect(await stops()).toEqual([null, null]);
    // Who did stop the messages is stopped as before.
    const { body } = await here.call('GET', `/contacts/${other.contact.id}/consents`);
    expect(body.stopped.email).toMatchObject({ reason: 'unsubscribed' });
  });

  test('[MERGE-03] what the one who stays stopped before is stopped at an address that they were given since', async () => {
    const here = await workplace();
    const { kept, other } = await invited(here);
    await here.call('POST', `/contacts/${kept.contact.id}/consents`, withdrawn('email'));
    await unsubscribe(other.token);
    const id = await here.merged(kept.contact.id, other.contact.id);
    await here.call('PUT', `/contacts/${kept.contact.id}`, { email: 'nova@test.example' });
    await here.undo(id);
    const { body } = await here.call('GET', `/contacts/${kept.contact.id}/consents`);
    expect(body.stopped.email).toMatchObject({ reason: 'manual' });
  });

  test('[MERGE-03] is refused after thirty days, and nothing of the absorbed one is kept then', async () => {
    const here = await workplace();
    const { kept, other } = await invited(here);
    const id = await here.merged(kept.contact.id, other.contact.id);
    const age = (days: number) =>
      context.database.withCompany(here.companyId, (tx) =>
        tx
          .updateTable('contact_merges')
          .set({ merged_at: new Date(context.clock.now().getTime() - days * dayMs) })
          .where('company_id', '=', here.companyId)
          .execute(),
      );
    const record = () =>
      context.database.withCompany(here.companyId, (tx) =>
        tx.selectFrom('contact_merges').selectAll().where('company_id', '=', here.companyId).executeTakeFirstOrThrow(),
      );
    await age(29);
    await forgetOldMerges(context, context.clock.now());
    expect((await record()).before).not.toBeNull();
    await age(30);
    expect((await here.undo(id)).body).toMatchObject({ code: 'MERGE_NOT_REVERSIBLE', params: { reason: 'late' } });
    await forgetOldMerges(context, context.clock.now());
    expect(await record()).toMatchObject({ before: null, moved: null, absorbed_id: other.contact.id });
    // The history stays joined.
    expect(await here.kinds(kept.contact.id)).toEqual(['change', 'message', 'message']);
  });

  test('[MERGE-03] is refused where somebody else has an address of the absorbed one by now', async () => {
    const here = await workplace();
    const { kept, other } = await invited(here);
    const id = await here.merged(kept.contact.id, other.contact.id);
    const third = await createContact(context, { ...here.unit, email: other.contact.email });
    const { status, body } = await here.undo(id);
    expect([status, body]).toMatchObject([409, { code: 'CONTACT_EXISTS', params: { id: third.id } }]);
    expect((await here.call('GET', `/contacts/${other.contact.id}`)).status).toBe(410);
  });

  test.each(['kept', 'other'] as const)(
    '[PRIVACY-11] is refused where who had an address of one that it would bring back was erased since, as %s',
    async (choice) => {
      const here = await workplace();
      const { kept, other } = await invited(here);
      const id = await here.merged(kept.contact.id, other.contact.id, { email: choice });
      const dropped = choice === 'kept' ? other : kept;
      const third = await createContact(context, { ...here.unit, email: dropped.contact.email });
      context.clock.advance(1_000);
      await here.call('POST', `/contacts/${third.id}/anonymisation`, { comments: 'remove' });
      const { status, body } = await here.undo(id);
      expect([status, body]).toMatchObject([409, { code: 'MERGE_NOT_REVERSIBLE', params: { reason: 'erased' } }]);
      expect((await here.call('GET', `/contacts/${other.contact.id}`)).status).toBe(410);
    },
  );

  test('[MERGE-03] brings back an address of somebody who was erased before the merge, and was written down again', async () => {
    const here = await workplace();
    const { kept, other } = await invited(here);
    const third = await createContact(context, { ...here.unit, email: 'nova@exemplo.example' });
    await here.call('POST', `/contacts/${third.id}/anonymisation`, { comments: 'remove' });
    await here.call('PUT', `/contacts/${other.contact.id}`, { email: third.email });
    context.clock.advance(1_000);
    const id = await here.merged(kept.contact.id, other.contact.id);
    expect((await here.undo(id)).status).toBe(200);
    expect(await here.contact(other.contact.id)).toMatchObject({ email: 'no***@ex***.example' });
  });

  test('[MERGE-03] is refused where somebody else has the former address of the one who stays by now', async () => {
    const here = await workplace();
    const { kept, other } = await invited(here);
    const id = await here.merged(kept.contact.id, other.contact.id, { email: 'other' });
    const third = await createContact(context, { ...here.unit, email: kept.contact.email });
    const { status, body } = await here.undo(id);
    expect([status, body]).toMatchObject([409, { code: 'CONTACT_EXISTS', params: { id: third.id, field: 'email' } }]);
    expect((await here.call('GET', `/contacts/${other.contact.id}`)).status).toBe(410);
  });

  test('[MERGE-03] brings back no value of a custom field that was deleted since, also where another has its name', async () => {
    const here = await workplace();
    const { companyId } = here;
    await defineField(here, 'placa');
    for (const name of ['quarto', 'andar']) await defineField(here, name);
    const person = (email: string, value: string) => {
      const custom = { placa: value, quarto: value, andar: value };
      return here.create({ name: 'Ana', email, tel: null, custom_fields: custom });
    };
    const kept = await person('ana@test.example', '101');
    const other = await person('lima@test.example', '202');
    const id = await here.merged(kept, other, { 'custom_fields.quarto': 'other' });
    const { data: fields } = (await here.call('GET', '/custom-fields')).body;
    for (const { _id } of fields.filter((field: Body) => field.internal_name !== 'placa'))
      expect((await here.call('DELETE', `/custom-fields/${_id}`)).status).toBe(200);
    await defineField(here, 'andar');
    expect((await here.undo(id)).status).toBe(200);
    const held = await context.database.withCompany(companyId, (tx) =>
      tx
        .selectFrom('contacts')
        .select(['email', 'custom_fields'])
        .where('company_id', '=', companyId)
        .orderBy('email')
        .execute(),
    );
    expect(held).toEqual([
      { email: 'ana@test.example', custom_fields: { placa: '101' } },
      { email: 'lima@test.example', custom_fields: { placa: '202' } },
    ]);
  });

  test('brings back no value of a custom field that is of another type since', async () => {
    const here = await workplace();
    const fieldId = await defineField(here, 'quarto');
    const custom = { quarto: 'suíte' };
    const kept = await here.create({ name: 'Ana', email: 'ana@test.example', tel: null });
    const other = await here.create({ name: 'Ana', email: 'lima@test.example', tel: null, custom_fields: custom });
    const id = await here.merged(kept, other);
    const cleared = { name: 'Ana', email: 'ana@test.example', tel: null, custom_fields: { quarto: null } };
    expect((await here.call('PUT', `/contacts/${kept}`, cleared)).status).toBe(200);
    const settings = { options: [], required: false, sensitive: false, searchable: false };
    const field = { label: 'quarto', type: 'number', ...settings };
    expect((await here.call('PUT', `/custom-fields/${fieldId}`, field)).status).toBe(200);
    expect((await here.undo(id)).status).toBe(200);
    expect((await here.contact(other)).custom_fields).toEqual({});
  });

  test('an old link leads to who stays at last, to those alone who may see them, and no further once they are gone', async () => {
    const here = await workplace();
    const [first, second, third] = [
      (await createContact(context, here.unit)).id,
      (await createContact(context, here.unit)).id,
      (await createContact(context, here.unit)).id,
    ];
    await here.merged(second, first);
    const last = await here.merged(third, second);
    const ask = async (headers = here.headers) => {
      const { status, body } = await here.call('GET', `/contacts/${first}`, undefined, headers);
      return [status, body.code, body.params?.id];
    };
    expect(await ask()).toEqual([410, 'CONTACT_MERGED', third]);
    const inOtherUnit = { ...here.headers, 'x-business-id': here.otherUnitId };
    expect(await ask(inOtherUnit)).toEqual([404, 'NOT_FOUND', undefined]);
    expect(await ask((await workplace()).headers)).toEqual([404, 'NOT_FOUND', undefined]);
    await here.undo(last);
    expect(await ask()).toEqual([410, 'CONTACT_MERGED', second]);
    expect((await here.call('DELETE', `/contacts/${second}`)).status).toBe(200);
    expect(await ask()).toEqual([404, 'NOT_FOUND', undefined]);
  });

  test('finds nothing of another unit or company', async () => {
    const here = await workplace();
    const elsewhere = await workplace();
    const { kept, other } = await invited(here);
    const id = await here.merged(kept.contact.id, other.contact.id);
    const inOtherUnit = { ...here.headers, 'x-business-id': here.otherUnitId };
    expect((await here.call('POST', `/merges/${id}/undo`, {}, inOtherUnit)).status).toBe(404);
    expect((await elsewhere.undo(id)).status).toBe(404);
  });

  test.each([
    ['none', null, null],
    ['an older one', 7, 'nps'],
  ])(
    '[MERGE-03] marks each with the answers that they have then: an import took one back meanwhile, and brought %s',
    async (_what, score, metric) => {
      const here = await workplace();
      const { companyId } = here;
      const { kept, other, alone } = await invited(here);
      for (const [link, given] of [
        [alone, 7],
        [kept, 9],
        [other, 2],
      ] as const) {
        await answer(link, given);
        context.clock.advance(1_000);
      }
      const id = await here.merged(kept.contact.id, other.contact.id);
      const give = (contactId: ContactId | null, of: number) =>
        context.database.pool.query('UPDATE responses SET contact_id = $1 WHERE company_id = $2 AND score = $3', [
          contactId,
          companyId,
          of,
        ]);
      await give(null, 9);
      if (score !== null) await give(kept.contact.id, score);
      expect((await here.undo(id)).status).toBe(200);
      expect(await here.contact(kept.contact.id)).toMatchObject({ last_score: score, last_metric: metric });
      expect((await here.contact(kept.contact.id)).last_answered_at === null).toBe(score === null);
      expect(await here.contact(other.contact.id)).toMatchObject({ last_score: 2, last_metric: 'nps' });
    },
  );
});

describe('at the same time', () => {
  test('two merges of one contact into two others: one is done, and nothing is in two places', async () => {
    const here = await workplace();
    const { kept, other, alone } = await invited(here);
    await answer(other, 5);
    const ready = [
      await here.readyToMerge(kept.contact.id, other.contact.id),
      await here.readyToMerge(alone.contact.id, other.contact.id),
    ];
    const asked = await Promise.all(ready.map((merge) => merge()));
    expect(asked.map(({ status }) => status).toSorted((one, two) => one - two)).toEqual([201, 404]);
    const held = [await here.kinds(kept.contact.id), await here.kinds(alone.contact.id)].flat();
    expect(held.filter((kind) => kind === 'response')).toHaveLength(1);
    expect(held.filter((kind) => kind === 'message')).toHaveLength(3);
  });

  test('a merge beside an answer to the link of the absorbed one: the answer is the merged contact’s', async () => {
    const here = await workplace();
    for (const both of [false, true]) {
      const { kept, other, alone } = await invited(here);
      const absorbed = both ? other : alone;
      await Promise.all([here.merged(kept.contact.id, absorbed.contact.id), answer(absorbed, 6)]);
      const answered = (await here.timeline(kept.contact.id)).filter(({ kind }) => kind === 'response');
      expect(answered).toMatchObject([{ score: 6 }]);
      await answer(kept, 8);
    }
  });

  test('two reversals: one is done, the other is told that it was', async () => {
    const here = await workplace();
    const { kept, other } = await invited(here);
    const id = await here.merged(kept.contact.id, other.contact.id);
    const asked = await Promise.all([here.undo(id), here.undo(id)]);
    expect(asked.map(({ status }) => status).toSorted((one, two) => one - two)).toEqual([200, 409]);
    const refused = asked.find(({ status }) => status === 409);
    expect(refused?.body).toMatchObject({ code: 'MERGE_NOT_REVERSIBLE', params: { reason: 'undone' } });
    expect(await here.kinds(other.contact.id)).toEqual(['message']);
  });

  test.skipIf(!meets)(
    'a reversal beside somebody who takes an address of the absorbed one: it is refused',
    async () => {
      const here = await workplace();
      const { kept, other } = await invited(here);
      const id = await here.merged(kept.contact.id, other.contact.id);
      const [undone] = await holding(
        context,
        (taker) =>
          taker.query(
            `INSERT INTO contacts (company_id, id, business_unit_id, name, email, source, created_at, updated_at)
             VALUES ($1, $2, $3, 'Ana', $4, 'manual', now(), now())`,
            [here.companyId, newId(), here.unit.businessUnitId, other.contact.email],
          ),
        async (areWaiting) => {
          const undoing = here.undo(id);
          await areWaiting(1);
          return [undoing];
        },
      );
      expect(undone).toMatchObject({ status: 409, body: { code: 'CONTACT_EXISTS', params: { field: 'email' } } });
      expect((await here.call('GET', `/contacts/${other.contact.id}`)).status).toBe(410);
    },
  );
});

describe('the person behind merged contacts', () => {
  test('is told, of what is kept of them, what the absorbed one was', async () => {
    const here = await workplace();
    const { kept, other } = await invited(here);
    await here.call('PUT', `/contacts/${other.contact.id}`, { name: 'Zoraide Quintela' });
    await here.merged(kept.contact.id, other.contact.id);
    const key = { ...here.unit, contactId: kept.contact.id };
    const collected = await context.database.withCompany(here.companyId, (tx) => collectContact(tx, key));
    expect(collected?.merged).toMatchObject([
      { name: 'Maria da Silva', email: kept.contact.email },
      { name: 'Zoraide Quintela', email: other.contact.email },
    ]);
  });

  test.each(['anonymized', 'deleted'] as const)(
    '[PRIVACY-13] is %s whole: nothing is left of the absorbed one',
    async (as) => {
      const here = await workplace();
      const { kept, other } = await invited(here);
      await here.call('PUT', `/contacts/${other.contact.id}`, { name: 'Zoraide Quintela', external_id: 'Q-77' });
      const consent = { channel: 'sms', status: 'granted', basis: 'consent', text_version: 'Zoraide disse sim' };
      await here.call('POST', `/contacts/${other.contact.id}/consents`, consent);
      // A send that has written to both keeps two messages, of which the contact has one.
      await context.database.withCompany(here.companyId, (tx) =>
        sql`UPDATE send_items SET address = CASE contact_id WHEN ${kept.contact.id} THEN ${kept.contact.email} ELSE ${other.contact.email} END
          WHERE company_id = ${here.companyId} AND contact_id = ANY(${[kept.contact.id, other.contact.id]}::uuid[])`.execute(
          tx,
        ),
      );
      const id = await here.merged(kept.contact.id, other.contact.id);
      const erased =
        as === 'deleted'
          ? await here.call('DELETE', `/contacts/${kept.contact.id}`)
          : await here.call('POST', `/contacts/${kept.contact.id}/anonymisation`, { comments: 'remove' });
      expect(erased.body.tables.find(({ table }: Body) => table === 'contact_merges').rows).toBe(1);
      expect((await here.undo(id)).body).toMatchObject({ params: { reason: 'erased' } });
      const left = await context.database.withCompany(here.companyId, async (tx) => {
        const read = (table: 'contacts' | 'contact_merges' | 'contact_consents' | 'send_items' | 'audit_events') =>
          tx.selectFrom(table).selectAll().where('company_id', '=', here.companyId).execute();
        const tables = ['contacts', 'contact_merges', 'contact_consents', 'send_items', 'audit_events'] as const;
        return JSON.stringify(await Promise.all(tables.map(read)));
      });
      for (const said of ['Zoraide', 'Q-77', other.contact.email!, kept.contact.email!])
        expect(left).not.toContain(said);
      // Who was anonymized is written to at none of their addresses.
      const again = await createContact(context, { ...here.unit, email: other.contact.email });
      const { body } = await here.call('GET', `/contacts/${again.id}/consents`);
      expect(body.stopped.email?.reason).toBe(as === 'anonymized' ? 'manual' : undefined);
    },
  );

  test.each(['anonymized', 'deleted'] as const)(
    '[PRIVACY-10] is %s: what the absorbed one wrote loses their names too, where it is kept masked',
    async (as) => {
      const here = await workplace();
      const { kept, other } = await invited(here);
      const absorbed = { name: 'Zoraide Quintela', email: 'praia@test.example' };
      await here.call('PUT', `/contacts/${other.contact.id}`, absorbed);
      await answer(other, 3, 'Aqui é a Zoraide Quintela (Praia). Joana, da recepção, foi ótima.');
      await answer(kept, 9, 'Sou Maria da Silva.');
      await here.merged(kept.contact.id, other.contact.id);
      await (as === 'deleted'
        ? here.call('DELETE', `/contacts/${kept.contact.id}?comments=mask`)
        : here.call('POST', `/contacts/${kept.contact.id}/anonymisation`, { comments: 'mask' }));
      const { body } = await here.call('GET', '/responses');
      const comments = body.data.map(({ comment }: Body) => comment).toSorted();
      expect(comments).toEqual(['Aqui é a *** *** (***). Joana, da recepção, foi ótima.', 'Sou *** da ***.']);
    },
  );
});
