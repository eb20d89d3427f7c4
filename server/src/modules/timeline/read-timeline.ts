import { can } from '@escuta/contract/access-policy';
import type { ContactId } from '@escuta/contract/ids';
import type { TimelineEntry } from '@escuta/contract/timeline';
import { walkContactChanges } from '#modules/audit/index.ts';
import type { ContactChange } from '#modules/audit/index.ts';
import { walkTagChanges } from '#modules/bulk-actions/index.ts';
import type { TagChange } from '#modules/bulk-actions/index.ts';
import { findIdentities, walkConsentRows, walkContactImports } from '#modules/contacts/index.ts';
import type { ConsentRow } from '#modules/contacts/index.ts';
import { findImportFiles } from '#modules/imports/index.ts';
import { walkContactResponses } from '#modules/responses/index.ts';
import type { ResponseRow } from '#modules/responses/index.ts';
import { walkContactMessages } from '#modules/sends/index.ts';
import type { ContactMessage } from '#modules/sends/index.ts';
import type { Transaction } from '#platform/db/database.ts';
import type { TimeKey } from '#platform/db/time-key.ts';
import type { Scope } from '#platform/http/scope.ts';

interface Page {
  readonly contactId: ContactId;
  readonly limit: number;
  readonly after?: TimeKey | undefined;
}

interface Keyed {
  readonly key: TimeKey;
  readonly entry: TimelineEntry;
}

/**
 * A page of what happened with a contact, newest first: as many of each kind are read as the page may hold, and the newest of
 * all stay. Who changed a contact is told to whoever may change it, what was written to whoever may read comments.
 */
export async function readTimeline(
  tx: Transaction,
  { companyId, businessUnitId, role, ticketingRole }: Scope,
  { contactId, limit, after }: Page,
): Promise<{ data: TimelineEntry[]; next: TimeKey | null }> {
  const wanted = { companyId, businessUnitId, contactId, after, limit: limit + 1 };
  const unit = { companyId, businessUnitId };
  const readsComments = can(role, 'comments.read', ticketingRole);
  const contactIds = await findIdentities(tx, { companyId, contactId });
  const found: Keyed[] = [
    ...(await walkContactMessages(tx, wanted)).map(messageEntry),
    ...(await walkContactResponses(tx, wanted)).map((row) => responseEntry(row, readsComments)),
    ...(await walkConsentRows(tx, wanted)).map(consentEntry),
    ...(await importEntries(tx, unit, { ...wanted, readsImports: can(role, 'imports.read') })),
    ...(can(role, 'contacts.edit') ? await changeEntries(tx, { ...wanted, contactIds }) : []),
  ].toSorted((one, other) => (one.key < other.key ? 1 : -1));
  const page = found.slice(0, limit);
  return { data: page.map(({ entry }) => entry), next: found.length > limit ? (page.at(-1)?.key ?? null) : null };
}

/** What imports did to the contact. */
async function importEntries(
  tx: Transaction,
  unit: Pick<Scope, 'companyId' | 'businessUnitId'>,
  { readsImports, ...wanted }: Parameters<typeof walkContactImports>[1] & { readonly readsImports: boolean },
): Promise<Keyed[]> {
  const did = await walkContactImports(tx, wanted);
  const ids = did.flatMap(({ importId }) => importId ?? []);
  const files = new Map((ids.length === 0 ? [] : await findImportFiles(tx, unit, ids)).map((file) => [file.id, file]));
  return did.map(({ key, id, at, outcome, importId }): Keyed => {
    const file = readsImports && importId !== null ? files.get(importId) : undefined;
    const from = file ? { _id: file.id, file_name: file.fileName } : null;
    return { key, entry: { kind: 'import', _id: id, at: at.toISOString(), outcome, import: from } };
  });
}

/** Who or what changed the contact: by itself, or among many. */
async function changeEntries(tx: Transaction, wanted: Parameters<typeof walkContactChanges>[1]): Promise<Keyed[]> {
  const changes = (await walkContactChanges(tx, wanted)).map(changeEntry);
  return [...changes, ...(await walkTagChanges(tx, wanted)).map(taggingEntry)];
}

function messageEntry({ key, id, at, channel, sendId, survey, outcome, reason }: ContactMessage): Keyed {
  return {
    key,
    entry: {
      kind: 'message',
      _id: id,
      at: at.toISOString(),
      channel,
      survey: { _id: survey.id, title: survey.title },
      send_id: sendId,
      outcome,
      reason,
    },
  };
}

function responseEntry(row: ResponseRow & { readonly key: TimeKey }, readsComments: boolean): Keyed {
  return {
    key: row.key,
    entry: {
      kind: 'response',
      _id: row.id,
      at: row.answeredAt.toISOString(),
      channel: row.channel,
      survey: { _id: row.survey.id, title: row.survey.title },
      metric: row.metric === 'none' ? null : row.metric,
      score: row.score,
      score_group: row.scoreGroup,
      comment: readsComments ? row.comment : null,
      ...(readsComments && row.isCommentHidden ? { comment_hidden: true } : {}),
    },
  };
}

function consentEntry({ key, id, at, channel, status, basis, source, recorded_by_name: by }: ConsentRow): Keyed {
  return { key, entry: { kind: 'consent', _id: id, at: at.toISOString(), channel, status, basis, source, by } };
}

function changeEntry({ key, id, at, action, by, fields }: ContactChange): Keyed {
  return { key, entry: { kind: 'change', _id: id, at: at.toISOString(), action, by, fields: [...fields] } };
}

function taggingEntry({ key, id, at, isTagged, tags, by }: TagChange): Keyed {
  const outcome = isTagged ? 'added' : 'removed';
  return { key, entry: { kind: 'tagging', _id: id, at: at.toISOString(), outcome, tags: [...tags], by } };
}
