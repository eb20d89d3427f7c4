import type { QueueEntry, QueueItem } from '@escuta/contract/sends';
import type { SurveyMetric } from '@escuta/contract/surveys';
import type { Role } from '@escuta/contract/access-policy';
import type { BusinessUnitId, CompanyId, SurveyId } from '@escuta/contract/ids';
import { presentAddress, presentPerson } from '#modules/contacts/index.ts';
import type { findPeople } from '#modules/contacts/index.ts';
import { channelNamed } from './channels/channels.ts';
import { itemState } from './item-state.ts';
import type { ItemRow, SendRow } from './queries.ts';
import { queueNumbers } from './send.ts';

/** Whose queue it is: the names that each entry repeats (ENTITY-08). */
export interface QueueUnit {
  readonly companyId: CompanyId;
  readonly companyName: string;
  readonly businessUnitId: BusinessUnitId;
  readonly businessUnitName: string;
}

/** What the entries of a queue refer to: the names of users, and what surveys measure. */
export interface QueueReferences {
  readonly names: ReadonlyMap<string, string>;
  readonly metrics: ReadonlyMap<SurveyId, SurveyMetric>;
}

/** A send as the wire shows it in the queue. */
export function presentQueueEntry(row: SendRow, unit: QueueUnit, { names, metrics }: QueueReferences): QueueEntry {
  const numbers = queueNumbers({ status: row.status, total: row.total, progress: row.progress });
  return {
    _id: row.id,
    type: row.type,
    metric: metrics.get(row.survey_id) ?? 'none',
    channel: row.channel as QueueEntry['channel'],
    created_at: row.created_at.toISOString(),
    pause_reason: row.pause_reason,
    scheduled: row.schedule_type === 'scheduled',
    schedule_params: {
      type: row.schedule_type,
      scheduled_to: row.scheduled_to?.toISOString() ?? null,
    },
    released_at: row.released_at?.toISOString() ?? null,
    sent_at: isForNobody(numbers) ? null : (row.released_at?.toISOString() ?? null),
    quarantine_ignored: row.quarantine_ignored_at && {
      by: names.get(row.quarantine_ignored_by ?? '') ?? null,
      at: row.quarantine_ignored_at.toISOString(),
    },
    empresa: { _id: unit.companyId, nome: unit.companyName },
    business: { _id: unit.businessUnitId, nome: unit.businessUnitName },
    survey: [{ _id: row.survey_id, title: row.survey_title }],
    ...numbers,
  };
}

/** Whether a send is over and nobody was written to. */
function isForNobody({ percentageStatus, total, processing }: ReturnType<typeof queueNumbers>): boolean {
  return percentageStatus === 1 && processing.heldBack >= total;
}

type Person = Awaited<ReturnType<typeof findPeople>>[number];

/** An item as the wire shows it; `person` is undefined once the contact was deleted. */
export function presentQueueItem(row: ItemRow, person: Person | undefined, role: Role): QueueItem {
  return {
    _id: row.id,
    ...outcomeOf(row),
    detail: row.detail,
    address: person ? shownAddress(row, person, role) : null,
    executed_at: row.executed_at?.toISOString() ?? null,
    customer: person ? presentPerson(person, role) : null,
  };
}

/** How an item ended, as far as is known. */
export function outcomeOf(
  row: Pick<ItemRow, 'state' | 'reason'>,
): Pick<QueueItem, 'response' | 'responseReason' | 'held_back'> {
  return {
    response: responseOf(row),
    // An unknown result has no answer while it may be settled, and is told from what has not been sent by its reason.
    responseReason: row.state === itemState.unknown ? 'unknown_result' : (row.reason as QueueItem['responseReason']),
    held_back: row.state === itemState.skipped,
  };
}

/** Where the message went; items of before say only to whom. */
export function addressOf(
  { address, channel }: Pick<ItemRow, 'address' | 'channel'>,
  person: Pick<Person, 'email' | 'tel'>,
): string | null {
  return address ?? person[channelNamed(channel).addressing.column];
}

function shownAddress(row: ItemRow, person: Person, role: Role): string | null {
  const address = addressOf(row, person);
  return address === null ? null : presentAddress(address, role);
}

/** EXECUTED, NOT_EXECUTED, or null while no final answer is known: an unknown result is final once it has a reason. */
function responseOf({ state, reason }: Pick<ItemRow, 'state' | 'reason'>): QueueItem['response'] {
  switch (state) {
    case itemState.accepted:
      return 'EXECUTED';
    case itemState.rejected:
    case itemState.skipped:
    case itemState.cancelled:
      return 'NOT_EXECUTED';
    case itemState.unknown:
      return reason === null ? null : 'NOT_EXECUTED';
    default:
      return null;
  }
}
