// cspell:ignore bücher bcher ecom
import { sql } from 'kysely';
import PostalMime from 'postal-mime';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { BusinessUnitId, ContactId, SurveyId, SurveyVersionId } from '@escuta/contract/ids';
import { newId } from '#platform/crypto/ids.ts';
import { createContact, deleteContact } from '../../testing/factories.ts';
import {
  createItemRow,
  createManyContacts,
  createPublishedSurvey,
  createSendRow,
} from '../../testing/send-factories.ts';
import { openDesk, openMailWorks } from '../../testing/send-stage.ts';
import type { Desk } from '../../testing/send-stage.ts';
import { openTestContext } from '../../testing/test-context.ts';
import type { TestContext } from '../../testing/test-context.ts';
import { itemState } from './item-state.ts';
import { emailTransport } from './channels/email/email-transport.ts';
import { startSender } from './engine/sender.ts';
import { previewAudience } from './preview-audience.ts';

const dayMs = 86_400_000;
let context: TestContext;
const closings: (() => Promise<void>)[] = [];
beforeEach(async () => {
  context = await openTestContext({ publicUrl: 'https://escuta.test', mailFrom: 'pesquisas@mail.test' });
});
afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close();
  await context.close();
});

async function mailWorks(options: Parameters<typeof openMailWorks>[2] = {}) {
  const works = await openMailWorks(
    { ...context, clock: { ...context.clock, now: () => new Date() } },
    (given, pool) => startSender(given, { email: emailTransport(pool) }),
    options,
  );
  closings.push(works.close);
  return works.mail;
}

interface Past {
  readonly daysAgo: number;
  readonly state?: number;
  readonly survey?: { surveyId: SurveyId; versionId: SurveyVersionId };
  readonly businessUnitId?: BusinessUnitId;
}

/** An item that the ledger holds since some days ago, of a send of its own. */
async function sentBefore(desk: Desk, contactId: ContactId | null, past: Past) {
  const at = new Date(Date.now() - past.daysAgo * dayMs);
  const itemsMonth = `${at.toISOString().slice(0, 7)}-01`;
  await context.database.pool.query('SELECT ensure_send_items_partition($1::date)', [itemsMonth]);
  const unit = { ...desk.unit, businessUnitId: past.businessUnitId ?? desk.unit.businessUnitId };
  const send = await createSendRow(context, {
    ...unit,
    ...(past.survey ?? desk.survey),
    itemsMonth,
    createdAt: at,
    status: 'done',
  });
  const state = past.state ?? itemState.accepted;
  const id = await createItemRow(context, { ...unit, ...send, contactId, state, executedAt: at });
  return { id, send };
}

function heldBack({ heldBack: reasons }: { heldBack: { reason: string; count: number }[] }) {
  return Object.fromEntries(reasons.map(({ reason, count }) => [reason, count]));
}

/** As the route answers; of an audience too large to ask for each of its people the same numbers must come. */
async function previewOf(desk: Desk, form: { surveyId?: SurveyId; ignoreQuarantine?: boolean } = {}) {
  const answer = await desk.preview(form);
  const asked = {
    surveyId: desk.survey.surveyId,
    audience: { kind: 'all' as const },
    channel: 'email' as const,
    ...form,
  };
  const ofMany = await context.database.withCompany(desk.companyId, (tx) =>
    previewAudience(tx, desk.unit, asked, new Date(), 0),
  );
  expect({ ...ofMany, heldBack: heldBack(ofMany) }).toEqual({ ...answer, heldBack: heldBack(answer) });
  return answer;
}

describe('the preview', () => {
  test('holds back who had any survey within 30 days, the same one within 90, and who answered it', async () => {
    const desk = await openDesk(context);
    const other = await createPublishedSurvey(context, desk.unit);
    const histories: Record<string, readonly Past[]> = {
      nothing: [],
      'any, yesterday': [{ daysAgo: 1, survey: other }],
      'any, 29 days ago': [{ daysAgo: 29, survey: other }],
      'any, 31 days ago': [{ daysAgo: 31, survey: other }],
      'same, 31 days ago': [{ daysAgo: 31 }],
      'same, 89 days ago': [{ daysAgo: 89 }],
      'same, 91 days ago': [{ daysAgo: 91 }],
      'unknown, yesterday': [{ daysAgo: 1, state: itemState.unknown, survey: other }],
      'leaving now': [{ daysAgo: 1, state: itemState.handedOver, survey: other }],
      'refused, yesterday': [{ daysAgo: 1, state: itemState.rejected }],
      'held back, yesterday': [{ daysAgo: 1, state: itemState.skipped }],
      'waiting, yesterday': [{ daysAgo: 1, state: itemState.ready }],
    };
    for (const [name, pasts] of Object.entries(histories)) {
      const { id } = await createContact(context, { ...desk.unit, name });
      for (const past of pasts) await sentBefore(desk, id, past);
    }
    const answerer = await createContact(context, { ...desk.unit, name: 'answered by an old message' });
    const { id: itemId, send } = await sentBefore(desk, answerer.id, { daysAgo: 100 });
    await context.database.withCompany(desk.companyId, (tx) =>
      tx
        .updateTable('contacts')
        .set({ last_answered_at: new Date(Date.now() - 60 * dayMs) })
        .where('company_id', '=', desk.companyId)
        .where('id', '=', answerer.id)
        .execute(),
    );
    await context.database.withCompany(desk.companyId, (tx) =>
      tx
        .insertInto('responses')
        .values({
          company_id: desk.companyId,
          id: newId(),
          business_unit_id: desk.unit.businessUnitId,
          survey_id: desk.survey.surveyId,
          survey_version_id: desk.survey.versionId,
          send_id: send.sendId,
          item_id: itemId,
          contact_id: answerer.id,
          channel: 'email',
          language: 'pt',
          status: 'complete',
          last_seq: 1,
          metric: 'nps',
          score: 9,
          day: '2026-11-01',
          started_at: new Date(Date.now() - 60 * dayMs),
          answered_at: new Date(Date.now() - 60 * dayMs),
        })
        .execute(),
    );

    const preview = await previewOf(desk);
    expect(heldBack(preview)).toEqual({ quarantine: 4, quarantine_survey: 2, already_answered: 1 });
    expect(preview).toMatchObject({
      contacts: 13,
      eligible: 6,
      quarantined: 7,
      quarantineDays: 30,
      surveyQuarantineDays: 90,
    });
    expect(await previewOf(desk, { ignoreQuarantine: true })).toMatchObject({
      eligible: 13,
      heldBack: [],
      quarantined: 7,
    });
    expect(heldBack(await previewOf(desk, { surveyId: other.surveyId }))).toEqual({
      quarantine: 4,
      quarantine_survey: 1,
    });
  });

  test('keeps to the days of the unit, and to what this unit sent', async () => {
    const desk = await openDesk(context);
    const otherUnitId = newId<BusinessUnitId>();
    await context.database.withCompany(desk.companyId, (tx) =>
      sql`INSERT INTO business_units (company_id, id, name) VALUES (${desk.companyId}, ${otherUnitId}, 'Zeta')`.execute(
        tx,
      ),
    );
    const { id } = await createContact(context, desk.unit);
    await sentBefore(desk, id, { daysAgo: 1, businessUnitId: otherUnitId });
    expect(await previewOf(desk)).toMatchObject({ eligible: 1 });
    await sentBefore(desk, id, { daysAgo: 5 });
    expect(await previewOf(desk)).toMatchObject({ eligible: 0 });
    await context.database.withCompany(desk.companyId, (tx) =>
      sql`UPDATE business_units SET quarantine_days = 3, survey_quarantine_days = 4 WHERE company_id = ${desk.companyId}`.execute(
        tx,
      ),
    );
    expect(await previewOf(desk)).toMatchObject({ eligible: 1, quarantineDays: 3, surveyQuarantineDays: 4 });
  });

  test('counts a mailbox once, whichever contact has it: deleting and importing a person again changes nothing', async () => {
    const desk = await openDesk(context);
    const mail = await mailWorks();
    const email = 'ana@test.example';
    const { id } = await createContact(context, { ...desk.unit, email });
    await desk.finished(await desk.send());
    expect(mail.messages).toHaveLength(1);
    await deleteContact(context, { companyId: desk.companyId, id });
    await createContact(context, { ...desk.unit, email });
    expect(heldBack(await previewOf(desk))).toEqual({ quarantine: 1 });
  });
});

describe('a send', () => {
  test('holds back who had one a moment ago, with the reason, and writes to the others', async () => {
    const desk = await openDesk(context);
    const mail = await mailWorks();
    await createManyContacts(context, desk.unit, 5);
    await desk.finished(await desk.send());
    await createContact(context, { ...desk.unit, email: 'new@test.example' });
    const again = await desk.send();
    await desk.finished(again);

    expect(mail.messages).toHaveLength(6);
    expect(new Set(mail.messages.map(({ to }) => to)).size).toBe(6);
    expect(await desk.entry(again)).toMatchObject({
      quarantine_ignored: null,
      statusSum: 1,
      processing: { accepted: 1, heldBack: 5, failed: 0, unknown: 0, pending: 0 },
    });
    expect((await desk.items(again)).get('contact-1@many.example')).toMatchObject({
      response: 'NOT_EXECUTED',
      responseReason: 'quarantine',
      held_back: true,
    });

    // Over, and nobody was written to: nothing was sent at any time.
    const third = await desk.send();
    await desk.finished(third);
    expect(mail.messages).toHaveLength(6);
    expect(await desk.entry(third)).toMatchObject({ statusSum: 0, sent_at: null });
    expect((await desk.entry(again)).sent_at).not.toBeNull();
  });

  test('in spite of the quarantine writes to them, is recorded with who and when, and never to who unsubscribed', async () => {
    const desk = await openDesk(context);
    const mail = await mailWorks();
    await createManyContacts(context, desk.unit, 3);
    await desk.finished(await desk.send());
    await unsubscribe(mail.messages.find(({ to }) => to === 'contact-2@many.example')?.raw ?? '');
    expect(await desk.preview({ ignoreQuarantine: true })).toMatchObject({ eligible: 2, quarantined: 2 });
    const again = await desk.send({ ignoreQuarantine: true });
    await desk.finished(again);

    expect(mail.messages).toHaveLength(5);
    expect(mail.messages.filter(({ to }) => to === 'contact-2@many.example')).toHaveLength(1);
    expect((await desk.items(again)).get('contact-2@many.example')).toMatchObject({ responseReason: 'unsubscribed' });
    expect((await desk.entry(again)).quarantine_ignored).toEqual({
      by: 'Test User',
      at: context.clock.now().toISOString(),
    });
  });

  test('and another to the same people at the same time: each person gets one', async () => {
    const desk = await openDesk(context);
    const addresses = await createManyContacts(context, desk.unit, 80);
    const mail = await mailWorks({ workers: 2 });
    const sends = await Promise.all([desk.send(), desk.send()]);
    for (const id of sends) await desk.finished(id);

    expect(mail.messages.map(({ to }) => to).sort()).toEqual(addresses.sort());
    const [first, second] = await Promise.all(sends.map((id) => desk.entry(id)));
    expect((first?.processing.accepted ?? 0) + (second?.processing.accepted ?? 0)).toBe(80);
    expect((first?.processing.heldBack ?? 0) + (second?.processing.heldBack ?? 0)).toBe(80);
    const reasons = new Set<string | null>();
    for (const id of sends) for (const item of (await desk.items(id)).values()) reasons.add(item.responseReason);
    expect(reasons).toEqual(new Set([null, 'quarantine']));
  });

  test('goes to no spelling of an address that was unsubscribed by its link', async () => {
    const desk = await openDesk(context);
    const mail = await mailWorks();
    const spellings = [
      'ok@ex.com',
      'ok@ex.com/x',
      'OK@EX.COM',
      'ok@ex%2ecom',
      'ok@ex\u00ad.com',
      'ana@bücher.example',
      'Ana@xn--bcher-kva.example',
    ];
    const create = async (email: string) => {
      const payload = { name: 'Ana', email, tel: null };
      return (await context.app.inject({ method: 'POST', url: '/api/contacts', headers: desk.headers, payload }))
        .statusCode;
    };
    const created = [];
    for (const email of spellings) created.push(await create(email));
    expect(created).toEqual([201, 400, 409, 400, 400, 201, 409]);
    await desk.finished(await desk.send());
    // The mail server of the tests shows an international domain in its letters.
    expect(mail.messages.map(({ to }) => to).sort()).toEqual(['ana@bücher.example', 'ok@ex.com']);
    for (const { raw } of mail.messages) await unsubscribe(raw);

    // The people are deleted and come back under every spelling.
    const people = await context.database.withCompany(desk.companyId, (tx) =>
      tx.selectFrom('contacts').select('id').where('company_id', '=', desk.companyId).execute(),
    );
    for (const { id } of people) await deleteContact(context, { companyId: desk.companyId, id });
    for (const email of spellings.toReversed()) await create(email);
    await desk.finished(await desk.send({ ignoreQuarantine: true }));
    expect(mail.messages).toHaveLength(2);
  });
});

/** Presses the button of the receiver's mail program. */
async function unsubscribe(raw: string): Promise<void> {
  const { headers } = await PostalMime.parse(raw);
  const link = headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '';
  const url = new URL(link.slice(1, -1)).pathname;
  const answer = await context.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  });
  expect(answer.statusCode).toBe(200);
}
