import { randomBytes } from 'node:crypto';
import type { createPrivacyRequest } from '@escuta/contract/privacy-requests';
import { privacyRequestDueDays } from '@escuta/contract/privacy-requests';
import type { CompanyId, PrivacyRequestId } from '@escuta/contract/ids';
import type { Output } from '@escuta/contract/route';
import { sql } from 'kysely';
import { findCompany } from '#modules/companies/index.ts';
import { normalizePhone } from '#modules/contacts/index.ts';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { recordAudit } from '#platform/audit/record-audit.ts';
import { newId } from '#platform/crypto/ids.ts';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import { queueMail } from '#platform/mail/transactional/queue-mail.ts';
import { localTime } from '#platform/time/local-time.ts';
import { findForm } from './find-form.ts';
import { protocolMail } from './mails/protocol-mail.ts';
import { dueOf, protocolFrom } from './privacy-request.ts';

type Deps = Pick<AppContext, 'database' | 'clock' | 'secrets'>;
type Form = Output<(typeof createPrivacyRequest)['definition']['body']>;

const dayMs = 24 * 3_600_000;
/** A mailbox is not filled by somebody else's asking. */
const requestsPerDayMax = 5;

/**
 * Takes a request in and mails its protocol (PRIVACY-04). Whether the company knows the address is not looked at, so nothing of
 * it shows. Refuses NOT_FOUND, PHONE_NOT_VALID, and TOO_MANY_REQUESTS once an address has asked a company five times in a day.
 */
export async function receiveRequest(
  context: Deps,
  slug: string,
  form: Form,
): Promise<Output<(typeof createPrivacyRequest)['definition']['answer']>> {
  const { database, clock, secrets } = context;
  const { companyId, name: company } = await findForm(context, slug);
  const now = clock.now();
  const dueAt = dueOf(now);
  const { type, nome, email, details, language } = form;
  const tel = form.tel === '' ? null : normalizePhone(form.tel);
  if (form.tel !== '' && !tel) throw refuse('PHONE_NOT_VALID');
  const protocol = protocolFrom(now.getUTCFullYear(), randomBytes(8));
  const timezone = await database.withSystem(async (tx) => {
    await refuseWhenFull(tx, { companyId, email, now });
    const id = newId<PrivacyRequestId>();
    await tx
      .insertInto('privacy_requests')
      .values({
        company_id: companyId,
        id,
        protocol,
        type,
        requester_name: nome,
        requester_email: email,
        requester_tel: tel,
        details,
        language,
        created_at: now,
        due_at: dueAt,
      })
      .execute();
    await tx
      .insertInto('privacy_request_steps')
      .values({
        company_id: companyId,
        id: newId(),
        request_id: id,
        at: now,
        kind: 'received',
        status: 'received',
        identity_check: 'pending',
      })
      .execute();
    const target = { type: 'privacy_request', id, label: protocol } as const;
    const after = { request_type: type };
    await recordAudit(tx, { companyId }, { action: 'privacy_request.received', target, after }, now);
    const { timezone: zone = 'UTC' } = (await findCompany(tx, companyId)) ?? {};
    const content = protocolMail({ language, name: nome, company, protocol, type, dueAt, timezone: zone });
    await queueMail(tx, secrets, { to: email, content, now, usefulMs: privacyRequestDueDays * dayMs });
    return zone;
  });
  return { protocol, due_at: dueAt.toISOString(), due_day: localTime(timezone, dueAt).day };
}

async function refuseWhenFull(
  tx: Transaction,
  { companyId, email, now }: { companyId: CompanyId; email: string; now: Date },
): Promise<void> {
  const subject = JSON.stringify(['privacy requests', companyId, email]);
  // One after the other: two at once would both find room. No row is held, as whoever knocks here must make nobody else wait.
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${subject}, 0))`.execute(tx);
  const newest = await tx
    .selectFrom('privacy_requests')
    .select('created_at')
    .where('company_id', '=', companyId)
    .where('requester_email', '=', email)
    .where('created_at', '>', new Date(now.getTime() - dayMs))
    .orderBy('created_at', 'desc')
    .limit(requestsPerDayMax)
    .execute();
  const first = newest[requestsPerDayMax - 1];
  if (!first) return;
  const leftMs = first.created_at.getTime() + dayMs - now.getTime();
  throw refuse('TOO_MANY_REQUESTS', { retryAfter: Math.max(1, Math.ceil(leftMs / 1_000)) });
}
