import type { BusinessUnitId, CompanyId, SurveyId, SurveyVersionId, UserId } from '@escuta/contract/ids';
import type { Transaction } from '#platform/db/database.ts';
import { writeRows } from '#platform/db/write-rows.ts';
import { monthOf } from '#platform/time/clock.ts';
import { itemState } from '../item-state.ts';
import type { DemoSend } from './make-sends.ts';

/** A survey as a send names it. */
interface SentSurvey {
  readonly id: SurveyId;
  readonly versionId: SurveyVersionId | null;
  readonly title: string;
}

interface DemoUnit {
  readonly companyId: CompanyId;
  readonly businessUnitId: BusinessUnitId;
  readonly ownerId: UserId;
  /** The hashes of addresses, as suppressions keep them. */
  readonly addressHashes: ReadonlyMap<string, Buffer>;
}

type Sends = readonly DemoSend<SentSurvey, unknown>[];

/** Writes the finished sends of a unit and their items. */
export async function writeSends(tx: Transaction, unit: DemoUnit, sends: Sends): Promise<void> {
  const { companyId, businessUnitId, ownerId } = unit;
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
    sends.map((send) => ({
      id: send.id,
      business_unit_id: businessUnitId,
      survey_id: send.survey.id,
      survey_version_id: send.survey.versionId,
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
  await writeItems(tx, unit, sends);
}

async function writeItems(
  tx: Transaction,
  { companyId, businessUnitId, addressHashes }: DemoUnit,
  sends: Sends,
): Promise<void> {
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
      address_hash: 'bytea',
    },
    sends.flatMap((send) =>
      send.items.map((item) => ({
        items_month: monthOf(send.createdAt),
        id: item.id,
        business_unit_id: businessUnitId,
        send_id: send.id,
        contact_id: item.contact.id,
        channel: 'email',
        state: itemState[item.outcome],
        reason: item.reason,
        detail: item.detail,
        attempt: item.outcome === 'skipped' ? 0 : 1,
        executed_at: item.executedAt,
        address_hash: item.contact.email === null ? null : addressHashes.get(item.contact.email),
      })),
    ),
  );
}
