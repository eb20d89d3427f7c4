import { sql } from 'kysely';
import type { CompanyId, UserId } from '@escuta/contract/ids';
import { itemState } from '#modules/sends/index.ts';
import type { Transaction } from '#platform/db/database.ts';
import { monthOf } from '#platform/time/clock.ts';
import type { DemoSurvey } from './demo-company.ts';
import type { DrawnUnit } from './make-unit.ts';
import { writeRows } from './write-rows.ts';
import type { WrittenSurvey } from './write-surveys.ts';

interface Place {
  readonly companyId: CompanyId;
  readonly ownerId: UserId;
  readonly surveys: ReadonlyMap<DemoSurvey, WrittenSurvey>;
}

/** Writes the finished sends of a unit, their items, and the addresses that are written to no more. */
export async function writeSends(
  tx: Transaction,
  { companyId, ownerId, surveys }: Place,
  drawn: DrawnUnit,
): Promise<void> {
  await writeRows(
    tx,
    companyId,
    'sends',
    {
      id: 'uuid',
      business_unit_id: 'uuid',
      survey_id: 'uuid',
      survey_version_id: 'uuid',
      survey_title: 'text',
      channel: 'text',
      status: 'text',
      total: 'int',
      audience: 'jsonb',
      items_month: 'date',
      created_by: 'uuid',
      created_at: 'timestamptz',
      released_at: 'timestamptz',
      planned_at: 'timestamptz',
      finished_at: 'timestamptz',
    },
    drawn.sends.map((send) => ({
      id: send.id,
      business_unit_id: drawn.id,
      survey_id: surveys.get(send.survey)?.id,
      survey_version_id: surveys.get(send.survey)?.versionId,
      survey_title: send.survey.title,
      channel: 'email',
      status: 'done',
      total: send.items.length,
      audience: JSON.stringify({ kind: 'all' }),
      items_month: monthOf(send.createdAt),
      created_by: ownerId,
      created_at: send.createdAt,
      released_at: send.createdAt,
      planned_at: send.items[0]?.executedAt ?? send.createdAt,
      finished_at: send.finishedAt,
    })),
  );
  await writeItems(tx, companyId, drawn);
  await writeSuppressions(tx, companyId, drawn);
}

async function writeItems(tx: Transaction, companyId: CompanyId, drawn: DrawnUnit): Promise<void> {
  await writeRows(
    tx,
    companyId,
    'send_items',
    {
      items_month: 'date',
      id: 'uuid',
      business_unit_id: 'uuid',
      send_id: 'uuid',
      contact_id: 'uuid',
      channel: 'text',
      state: 'smallint',
      reason: 'text',
      detail: 'text',
      attempt: 'smallint',
      executed_at: 'timestamptz',
    },
    drawn.sends.flatMap((send) =>
      send.items.map((item) => ({
        items_month: monthOf(send.createdAt),
        id: item.id,
        business_unit_id: drawn.id,
        send_id: send.id,
        contact_id: item.contact.id,
        channel: 'email',
        state: itemState[item.outcome],
        reason: item.reason,
        detail: item.detail,
        attempt: item.outcome === 'skipped' ? 0 : 1,
        executed_at: item.executedAt,
      })),
    ),
  );
  await sql`
    UPDATE send_items i
    SET address_hash = address_hash(c.email)
    FROM contacts c
    WHERE i.company_id = ${companyId}
      AND i.business_unit_id = ${drawn.id}
      AND c.company_id = i.company_id
      AND c.id = i.contact_id
      AND c.email IS NOT NULL
  `.execute(tx);
}

async function writeSuppressions(
  tx: Transaction,
  companyId: CompanyId,
  { id, suppressions }: DrawnUnit,
): Promise<void> {
  const rows = [...suppressions.reasons].map(([contact, reason]) => ({
    email: contact.email,
    reason,
    at: suppressions.at.get(contact),
  }));
  await sql`
    INSERT INTO suppressions (company_id, business_unit_id, channel, address_hash, reason, created_at)
    SELECT ${companyId}, ${id}, 'email', address_hash(email), reason, at
    FROM unnest(${rows.map((row) => row.email)}::text[], ${rows.map((row) => row.reason)}::text[], ${rows.map((row) => row.at)}::timestamptz[])
      AS s (email, reason, at)
    ON CONFLICT DO NOTHING
  `.execute(tx);
}
