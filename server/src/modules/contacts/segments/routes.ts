import * as contract from '@escuta/contract/segments';
import type { SegmentId } from '@escuta/contract/ids';
import type { AppContext } from '#platform/app-context/app-context.ts';
import type { Transaction } from '#platform/db/database.ts';
import type { App } from '#platform/http/app.ts';
import { implement } from '#platform/http/implement.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import { listCustomFields } from '../custom-fields/queries.ts';
import { narrowedFilter } from '../narrowed-filter.ts';
import { presentContact } from '../present-contact.ts';
import type { ContactFilter } from '../queries.ts';
import { extendContactList, reduceContactList } from './change-contact-list.ts';
import { createContactList } from './create-contact-list.ts';
import { createSegment } from './create-segment.ts';
import { deleteSegment } from './delete-segment.ts';
import { presentSegment } from './present-segment.ts';
import { previewSegment } from './preview-segment.ts';
import { countMembers, countUsers, listSegmentRows } from './queries.ts';
import { updateSegment } from './update-segment.ts';

/** The routes of segments and lists of contacts. */
export function segmentsRoutes(app: App, { clock }: Pick<AppContext, 'clock'>): void {
  listsRoutes(app, { clock });
  implement(
    app,
    contract.listSegments,
  )(async ({ scope, inCompany }) => ({ data: await inCompany((tx) => presentAll(tx, scope, clock.now())) }));

  implement(
    app,
    contract.getSegment,
  )(({ scope, params, inCompany }) => inCompany((tx) => presentOne(tx, scope, params.id, clock.now())));

  implement(
    app,
    contract.previewSegment,
  )(({ scope, body, inCompany }) =>
    inCompany(async (tx) => {
      const { total, sample } = await previewSegment(tx, scope, body, clock.now());
      const customFields = await listCustomFields(tx, scope.companyId);
      return { total, sample: sample.map((row) => presentContact(row, customFields, scope.role)) };
    }),
  );

  implement(
    app,
    contract.createSegment,
  )(({ scope, body, inCompany }) =>
    inCompany(async (tx) => presentOne(tx, scope, await createSegment(tx, scope, body, clock.now()), clock.now())),
  );

  implement(
    app,
    contract.updateSegment,
  )(({ scope, params, body, inCompany }) =>
    inCompany(async (tx) => {
      await updateSegment(tx, scope, { id: params.id, ...body }, clock.now());
      return presentOne(tx, scope, params.id, clock.now());
    }),
  );

  implement(
    app,
    contract.deleteSegment,
  )(({ scope, params, inCompany }) =>
    inCompany(async (tx) => {
      await deleteSegment(tx, scope, params.id, clock.now());
      return { ok: true } as const;
    }),
  );
}

/** Lists are made by a route of their own; all else they have in common with segments. */
function listsRoutes(app: App, { clock }: Pick<AppContext, 'clock'>): void {
  implement(
    app,
    contract.createContactList,
  )(({ scope, body: { name, from }, inCompany }) =>
    inCompany(async (tx) => {
      const now = clock.now();
      const filter = await sourceFilter(tx, scope, from, now);
      return presentOne(tx, scope, await createContactList(tx, scope, { name, filter }, now), now);
    }),
  );

  implement(
    app,
    contract.addToContactList,
  )(({ scope, params: { id }, body: { from }, inCompany }) =>
    inCompany(async (tx) => {
      const now = clock.now();
      const filter = await sourceFilter(tx, scope, from, now);
      return { added: await extendContactList(tx, scope, { id, filter }, now) };
    }),
  );

  implement(
    app,
    contract.removeFromContactList,
  )(({ scope, params: { id }, body: { from }, inCompany }) =>
    inCompany(async (tx) => {
      const now = clock.now();
      const filter = await sourceFilter(tx, scope, from, now);
      return { removed: await reduceContactList(tx, scope, { id, filter }, now) };
    }),
  );
}

/** Whom a list is made of. Refuses NOT_FOUND for a segment that the unit does not have. */
async function sourceFilter(
  tx: Transaction,
  scope: Scope,
  from: contract.ListSource,
  now: Date,
): Promise<ContactFilter> {
  if ('segmentId' in from) {
    await presentOne(tx, scope, from.segmentId, now);
    return narrowedFilter(tx, scope, { segment: from.segmentId }, now);
  }
  if ('filter' in from) return narrowedFilter(tx, scope, from.filter, now);
  return { ...(await narrowedFilter(tx, scope, {}, now)), contactIds: from.contactIds };
}

async function presentAll(tx: Transaction, scope: Scope, now: Date) {
  const members = await countMembers(tx, scope);
  const rows = await listSegmentRows(tx, scope);
  const users = await countUsers(tx, scope, rows);
  return rows.map((row) =>
    presentSegment(row, { members: members.get(row.id) ?? 0, users: users.get(row.id) ?? 0, to: scope, now }),
  );
}

/** Refuses NOT_FOUND. */
async function presentOne(tx: Transaction, scope: Scope, id: SegmentId, now: Date) {
  const found = (await presentAll(tx, scope, now)).find(({ _id }) => _id === id);
  if (!found) throw refuse('NOT_FOUND');
  return found;
}
