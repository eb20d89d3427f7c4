import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import type { BusinessUnitId, ContactId, SendId } from '@escuta/contract/ids';
import type { AudiencePreview, SendChannel } from '@escuta/contract/sends';
import type { Transaction } from '#platform/db/database.ts';
import { dayIn } from '#platform/time/clock.ts';
import { createContact, otherUnitOf, signedIn } from '../../testing/factories.ts';
import { createPublishedSurvey, createSendRow } from '../../testing/send-factories.ts';
import { openDesk, openMailWorks } from '../../testing/send-stage.ts';
import type { Desk } from '../../testing/send-stage.ts';
import { testContext } from '../../testing/test-context.ts';
import { emailTransport } from './channels/email/email-transport.ts';
import { installationAccount } from './engine/open-account.ts';
import { planSend } from './engine/plan-send.ts';
import { startSender } from './engine/sender.ts';
import { previewAudience } from './preview-audience.ts';

const context = testContext({ publicUrl: 'https://escuta.test', mailFrom: 'pesquisas@mail.test' });
const closings: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close();
});

/** The birthday of who turns so many years old today in a zone, or some days later. */
function birthdayOf(years: number, { timezone = 'America/Sao_Paulo', inDays = 0 } = {}): string {
  const day = new Date(`${dayIn(timezone, context.clock.now())}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + inDays);
  day.setUTCFullYear(day.getUTCFullYear() - years);
  return day.toISOString().slice(0, 10);
}

/** A desk with a child, an adult, and somebody whose birthday nobody knows. */
async function deskWithChild() {
  const desk = await openDesk(context);
  const child = await createContact(context, {
    ...desk.unit,
    email: 'child@test.example',
    tel: '+5511987650001',
    birthday: birthdayOf(8),
  });
  const adult = await createContact(context, { ...desk.unit, email: 'adult@test.example', birthday: birthdayOf(40) });
  const unknown = await createContact(context, { ...desk.unit, email: 'unknown@test.example' });
  return { ...desk, child: child.id, adult: adult.id, unknown: unknown.id };
}

const held = { child_without_consent: 1 };

/** How many may be written to, and why the others may not; an audience too large to ask for each comes to the same numbers. */
async function previewOf(desk: Desk, form: { channel?: SendChannel; ignoreQuarantine?: boolean } = {}) {
  const answer: AudiencePreview = await desk.preview(form);
  const { surveyId } = desk.survey;
  const asked = { surveyId, audience: { kind: 'all' as const }, channel: 'email' as const, ...form };
  const ofMany = await context.database.withCompany(desk.companyId, (tx) =>
    previewAudience(tx, desk.unit, asked, context.clock.now(), 0),
  );
  expect(shortened(ofMany)).toEqual(shortened(answer));
  return shortened(answer);
}

function shortened({ eligible, quarantined, heldBack }: AudiencePreview) {
  return [eligible, quarantined, Object.fromEntries(heldBack.map(({ reason, count }) => [reason, count]))];
}

/** Plans a send, and answers with why each contact is held back; null for whoever is written to. */
async function planned({ companyId }: Pick<Desk, 'companyId'>, sendId: SendId) {
  return context.database.withCompany(companyId, async (tx) => {
    await planSend(tx, { companyId, sendId, now: context.clock.now() });
    const rows = await tx
      .selectFrom('send_items')
      .select(['contact_id', 'reason'])
      .where('company_id', '=', companyId)
      .where('send_id', '=', sendId)
      .execute();
    return new Map(rows.map((row) => [row.contact_id, row.reason]));
  });
}

/** Writes down what a company was told of a contact. */
async function record(
  { headers }: Pick<Desk, 'headers'>,
  contactId: ContactId,
  said: { channel?: SendChannel; status?: string; basis?: string } = {},
) {
  const payload = { channel: 'email', status: 'granted', basis: 'guardian_consent', text_version: null, ...said };
  const url = `/api/contacts/${contactId}/consents`;
  const answer = await context.app.inject({ method: 'POST', url, headers, payload });
  expect([answer.statusCode, answer.json().basis]).toEqual([201, payload.basis]);
}

describe('a child', () => {
  test.each([false, true])(
    '[PRIVACY-25] is held back in the preview as in the plan, and in the queue; quarantine ignored: %s',
    async (ignoreQuarantine) => {
      const desk = await deskWithChild();
      expect(await previewOf(desk, { ignoreQuarantine })).toEqual([2, 0, held]);
      const id = await desk.send({ ignoreQuarantine });
      expect(await planned(desk, id)).toEqual(
        new Map([
          [desk.child, 'child_without_consent'],
          [desk.adult, null],
          [desk.unknown, null],
        ]),
      );
      expect((await desk.items(id)).get('child@test.example')).toMatchObject({
        response: 'NOT_EXECUTED',
        responseReason: 'child_without_consent',
        held_back: true,
      });
    },
  );

  test('[PRIVACY-25] is one until the day of the 12th birthday, in the zone of the unit', async () => {
    const desk = await openDesk(context);
    const { companyId } = desk;
    const zones = [
      [desk.unit.businessUnitId, 'Pacific/Kiritimati'],
      [await otherUnitOf(context, companyId), 'Pacific/Pago_Pago'],
    ] as const;
    // The first of these zones is a day ahead of the second, or two.
    const today = birthdayOf(12, { timezone: 'Pacific/Kiritimati' });
    const tomorrow = birthdayOf(12, { timezone: 'Pacific/Kiritimati', inDays: 1 });
    const seen = [];
    for (const [businessUnitId, timezone] of zones) {
      const unit = { companyId, businessUnitId };
      await context.database.withCompany(companyId, (tx) =>
        tx
          .updateTable('business_units')
          .set({ timezone })
          .where('company_id', '=', companyId)
          .where('id', '=', businessUnitId)
          .execute(),
      );
      const first = await createContact(context, { ...unit, birthday: today });
      const second = await createContact(context, { ...unit, birthday: tomorrow });
      const survey = await createPublishedSurvey(context, unit);
      const { sendId } = await createSendRow(context, { ...unit, ...survey, status: 'planning' });
      const reasons = await planned(desk, sendId);
      const { eligible } = await previewAt(desk, businessUnitId);
      seen.push([eligible, reasons.get(first.id), reasons.get(second.id)]);
    }
    expect(seen).toEqual([
      [1, null, 'child_without_consent'],
      [0, 'child_without_consent', 'child_without_consent'],
    ]);
  });

  test('[PRIVACY-25] is written to over the channel for which a guardian agreed, until that is withdrawn', async () => {
    const desk = await deskWithChild();
    await record(desk, desk.child, { basis: 'consent' });
    await record(desk, desk.child, { channel: 'sms' });
    expect(await previewOf(desk)).toEqual([2, 0, held]);
    expect(await previewOf(desk, { channel: 'sms' })).toEqual([1, 0, { address_missing: 2 }]);

    await record(desk, desk.child);
    // What the company was told beside it takes nothing back.
    await record(desk, desk.child, { basis: 'contract' });
    expect(await previewOf(desk)).toEqual([3, 0, {}]);
    expect((await planned(desk, await desk.send())).get(desk.child)).toBeNull();

    await record(desk, desk.child, { status: 'withdrawn' });
    expect(await previewOf(desk)).toEqual([2, 0, { suppressed: 1 }]);
    // The address is free again, and the child's own word is none of a guardian's.
    await liftAll(desk, { basis: 'consent', text_version: null });
    expect(await previewOf(desk)).toEqual([2, 0, held]);
    expect((await planned(desk, await desk.send())).get(desk.child)).toBe('child_without_consent');
    await record(desk, desk.child);
    expect(await previewOf(desk)).toEqual([3, 0, {}]);
  });

  test('[PRIVACY-25] of another company or unit is not let through by the consent that stands here', async () => {
    const here = await deskWithChild();
    const there = await deskWithChild();
    const otherUnitId = await otherUnitOf(context, here.companyId);
    await createContact(context, { companyId: here.companyId, businessUnitId: otherUnitId, birthday: birthdayOf(8) });
    await record(here, here.child);
    expect(await previewOf(here)).toEqual([3, 0, {}]);
    expect(await previewOf(there)).toEqual([2, 0, held]);
    expect((await planned(there, await there.send())).get(there.child)).toBe('child_without_consent');
    expect(await previewAt(here, otherUnitId)).toMatchObject({ contacts: 1, eligible: 0 });
  });
});

describe('a send to one person', () => {
  test.each(['own', 'pdv'] as const)('[PRIVACY-25] is refused where that is a child: %s', async (role) => {
    const desk = await deskWithChild();
    const { headers } = await signedIn(context, { companyId: desk.companyId, role });
    const send = async (form: object) => {
      const payload = { surveyId: desk.survey.surveyId, channel: 'email', ...form };
      const answer = await context.app.inject({ method: 'POST', url: '/api/sends', headers, payload });
      return [answer.statusCode, answer.json().code];
    };
    const to = (...contactIds: ContactId[]) => ({ audience: { kind: 'contacts', contactIds } });
    const refused = [409, 'CHILD_WITHOUT_CONSENT'];
    expect(await send(to(desk.child))).toEqual(refused);
    expect(await send(to(desk.child, desk.child))).toEqual(refused);
    expect(await send({ ...to(desk.child), ignoreQuarantine: true })).toEqual(refused);
    const made = await context.database.withCompany(desk.companyId, (tx) =>
      tx.selectFrom('sends').select('id').where('company_id', '=', desk.companyId).execute(),
    );
    expect(made).toEqual([]);
    expect(await send(to(desk.adult))).toEqual([201, undefined]);
    await record(desk, desk.child);
    expect(await send(to(desk.child))).toEqual([201, undefined]);
  });

  test('[PRIVACY-25] and to an adult beside them is made, and the child held back', async () => {
    const desk = await deskWithChild();
    const id = await desk.send({ audience: { kind: 'contacts', contactIds: [desk.child, desk.adult] } });
    expect(await planned(desk, id)).toEqual(
      new Map([
        [desk.child, 'child_without_consent'],
        [desk.adult, null],
      ]),
    );
  });
});

test('[PRIVACY-25] a message that waits does not leave to who turned out to be a child since the plan', async () => {
  const clock = { ...context.clock, now: () => new Date() };
  const works = await openMailWorks({ ...context, clock }, (given, pool) =>
    startSender(given, { email: emailTransport(pool) }),
  );
  closings.push(works.close);
  const desk = await deskWithChild();
  const { companyId, unknown } = desk;
  const { sendId } = await createSendRow(context, { ...desk.unit, ...desk.survey, total: 3, status: 'planning' });
  expect((await planned(desk, sendId)).get(unknown)).toBeNull();
  await context.database.withCompany(companyId, async (tx) => {
    await tx
      .updateTable('contacts')
      .set({ birthday: birthdayOf(11) })
      .where('company_id', '=', companyId)
      .where('id', '=', unknown)
      .execute();
    const { key } = installationAccount(context.config, 'email');
    await tx
      .insertInto('send_runnable')
      .values({ company_id: companyId, send_id: sendId, provider_account: key, next_at: clock.now() })
      .execute();
  });
  await desk.finished(sendId);
  expect(works.mail.messages.map(({ to }) => to)).toEqual(['adult@test.example']);
  expect((await desk.items(sendId)).get('unknown@test.example')).toMatchObject({
    responseReason: 'child_without_consent',
    held_back: true,
  });
  expect(await desk.entry(sendId)).toMatchObject({ processing: { accepted: 1, heldBack: 2, failed: 0 } });
});

test('[PRIVACY-25] the history of consent is looked up for children alone', async () => {
  const desk = await deskWithChild();
  const asked = { audience: { kind: 'all' as const }, channel: 'email' as const };
  const lookUps = await context.database.withCompany(desk.companyId, async (tx) => {
    const before = await scansSoFar(tx);
    await previewAudience(tx, desk.unit, asked, context.clock.now());
    return (await scansSoFar(tx)) - before;
  });
  expect(lookUps).toBe(1);
});

/** How many times the history of consent was read in a transaction. */
async function scansSoFar(tx: Transaction): Promise<number> {
  const { rows } = await sql<{ scans: number }>`
    SELECT (coalesce(seq_scan, 0) + coalesce(idx_scan, 0))::int AS scans
    FROM pg_stat_xact_user_tables WHERE relname = 'contact_consents'
  `.execute(tx);
  return rows[0]?.scans ?? 0;
}

async function previewAt({ headers }: Pick<Desk, 'headers'>, businessUnitId: BusinessUnitId): Promise<AudiencePreview> {
  const answer = await context.app.inject({
    method: 'POST',
    url: '/api/sends/audience',
    headers: { ...headers, 'x-business-id': businessUnitId },
    payload: { audience: { kind: 'all' }, channel: 'email' },
  });
  return answer.json();
}

/** Takes every address of the unit off the list of suppressions. */
async function liftAll({ headers }: Pick<Desk, 'headers'>, consent: object) {
  const { data } = (await context.app.inject({ url: '/api/suppressions', headers })).json();
  for (const { _id: id } of data) {
    const url = `/api/suppressions/${id}/lift`;
    const answer = await context.app.inject({ method: 'POST', url, headers, payload: { consent } });
    expect(answer.statusCode).toBe(200);
  }
}
