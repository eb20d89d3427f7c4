import { sql } from 'kysely';
import type { CompanyId } from '@escuta/contract/ids';
import { readInvitedItem } from '#modules/sends/index.ts';
import type { InvitedItem, InvitedRow, ItemKey } from '#modules/sends/index.ts';
import type { Source, StepFrom } from './answering.ts';
import type { AnswerStore } from './answer-store.ts';
import { readStored } from './response-rows.ts';
import type { StoredResponse, StoredRow } from './response-rows.ts';

/** A message that somebody answers now, the status of its survey and the time zone of its unit. */
export interface InvitedNow {
  readonly item: InvitedItem;
  readonly surveyStatus: string;
  readonly timezone: string;
}

interface Targets {
  readonly items: readonly (Omit<InvitedNow, 'item'> & { readonly item: InvitedRow })[] | null;
  readonly stored: readonly StoredRow[] | null;
}

/** What steps from the links of messages touch: those messages, and the responses that exist. */
export async function readTargets(
  store: AnswerStore,
  companyId: CompanyId,
  steps: readonly StepFrom<Source & ItemKey>[],
): Promise<{ readonly items: readonly InvitedNow[]; readonly stored: readonly StoredResponse[] }> {
  const months = steps.map(({ source }) => source.itemsMonth);
  const itemIds = steps.map(({ source }) => source.itemId);
  const responses = steps.map(({ step }) => step.responseId);
  const { items, stored } = await store.read<Targets>(
    sql`find_answer_targets(${companyId}::uuid, ${arrayOf(months)}::date[], ${arrayOf(itemIds)}::uuid[], ${arrayOf(responses)}::uuid[])`,
  );
  return {
    items: (items ?? []).map(({ item, ...now }) => ({ ...now, item: readInvitedItem(item) })),
    stored: readStored(stored ?? []),
  };
}

/** An array of days or ids as PostgreSQL reads it: they hold nothing that would have to be quoted. */
function arrayOf(values: readonly string[]): string {
  return `{${values.join(',')}}`;
}
