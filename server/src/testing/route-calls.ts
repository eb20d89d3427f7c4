import type { BusinessUnitId, CompanyId, SegmentId, UserId } from '@escuta/contract/ids';
import type { Route } from '@escuta/contract/route';
import { newId } from '#platform/crypto/ids.ts';
import { fileForm } from './import-steps.ts';
import { testDefinition } from './send-factories.ts';
import type { UnitRows } from './unit-rows.ts';

/** The rows of a unit, and whose they are: what a call of any route can be about. */
export type Named = UnitRows & {
  readonly unitId: BusinessUnitId;
  readonly companyId: CompanyId;
  /** Somebody who works there, and is not who calls. */
  readonly userId: UserId;
};

/*
 * What every route takes, so that tests can walk all of them. A new route that takes an id or a body fails there until it says
 * here what that is.
 */

/** What `:id` names, by the path before it, or by the route where that wants another than its neighbours. */
const named: Readonly<Record<string, (rows: Named) => string>> = {
  'admin/companies': (rows) => rows.companyId,
  'bulk-actions': (rows) => rows.bulkActionId,
  businesses: (rows) => rows.unitId,
  contacts: (rows) => rows.contactId,
  'contact-lists': (rows) => rows.segmentId,
  'contact-companies': (rows) => rows.contactCompanyId,
  'custom-fields': (rows) => rows.customFieldId,
  'duplicate-pairs': (rows) => rows.duplicatePairId,
  exports: (rows) => rows.exportId,
  'exports/files': (rows) => rows.exportFileId,
  imports: (rows) => rows.importId,
  'POST /imports/:id/cancellation': (rows) => rows.waitingImportId,
  'imports/uploads': (rows) => rows.uploadId,
  merges: (rows) => rows.mergeId,
  queues: (rows) => rows.sendId,
  responses: (rows) => rows.responseId,
  'saved-filters': (rows) => rows.savedFilterId,
  segments: (rows) => rows.segmentId,
  suppressions: (rows) => rows.suppressionId,
  surveys: (rows) => rows.surveyId,
  'team/users': (rows) => rows.userId,
  users: (rows) => rows.userId,
};

const field = { label: 'Stolen', type: 'text', options: [], required: false, sensitive: false, searchable: false };
const person = { name: 'Stolen', email: 'stolen@example.com', tel: null };

const inSegment = (segmentId: SegmentId) => ({
  match: 'all',
  of: [{ kind: 'segment', segmentId, op: 'in' }],
});

/** Bodies that would work in the unit of the rows. */
const bodies: Readonly<Record<string, (rows: Named) => object>> = {
  'PUT /businesses/:id': () => ({ nome: 'Stolen' }),
  'PUT /contacts/:id': () => person,
  'POST /contacts': ({ contactCompanyId }) => ({ ...person, _company: contactCompanyId }),
  'POST /bulk-actions/tags': ({ contactId }) => ({
    target: { contactIds: [contactId] },
    kind: 'tag',
    tags: ['Stolen'],
  }),
  'POST /bulk-actions/erasures': ({ contactId }) => ({
    target: { contactIds: [contactId] },
    kind: 'anonymize',
    expected: 1,
  }),
  'POST /bulk-actions/:id/cancellation': () => ({}),
  'PUT /contact-companies/:id': () => ({ nome: 'Stolen', cnpj: null, segmento: null }),
  'PUT /custom-fields/:id': () => field,
  'POST /contacts/:id/reveals': () => ({ field: 'email' }),
  'POST /contacts/:id/anonymisation': () => ({ comments: 'remove' }),
  'POST /contacts/:id/consents': () => ({
    channel: 'email',
    status: 'withdrawn',
    basis: 'consent',
    text_version: null,
  }),
  'DELETE /contacts/:id': () => ({}),
  'POST /contacts/:id/merges': ({ duplicate }) => duplicate,
  'POST /merges/:id/undo': () => ({}),
  'POST /duplicate-pairs/:id/dismissal': () => ({}),
  'DELETE /duplicate-pairs/:id/dismissal': () => ({}),
  'DELETE /exports/:id': () => ({}),
  'POST /responses/:id/reveals': () => ({ question: 'why' }),
  'PUT /surveys/:id/draft': () => ({ title: 'Stolen', definition: testDefinition, revision: 1 }),
  'POST /surveys/:id/versions': () => ({ revision: 1 }),
  'PUT /surveys/:id/link': () => ({ open: true }),
  'POST /sends/message': ({ surveyId }) => ({ surveyId, channel: 'email' }),
  'POST /segments/preview': ({ segmentId }) => ({ definition: inSegment(segmentId) }),
  'POST /segments': ({ segmentId }) => ({ name: 'Stolen', definition: inSegment(segmentId) }),
  'PUT /segments/:id': () => ({ name: 'Stolen' }),
  'DELETE /segments/:id': () => ({}),
  'POST /contact-lists': ({ segmentId }) => ({ name: 'Stolen', from: { segmentId } }),
  'POST /contact-lists/:id/members': () => ({ from: { filter: {} } }),
  'POST /contact-lists/:id/removals': () => ({ from: { filter: {} } }),
  'PATCH /saved-filters/:id': () => ({ name: 'Stolen' }),
  'DELETE /saved-filters/:id': () => ({}),
  'POST /suppressions/:id/lift': () => ({ consent: { basis: 'consent', text_version: null } }),
  'POST /sends': ({ surveyId }) => ({ surveyId, audience: { kind: 'all' }, channel: 'email' }),
  'POST /exports/responses': ({ surveyId }) => ({ filter: { surveyId }, format: 'csv' }),
  'POST /exports/sends': ({ sendId }) => ({ filter: { sendId }, format: 'csv' }),
  'PUT /imports/uploads/:id/layout': () => ({ encoding: 'cp850', delimiter: ';' }),
  'PUT /imports/uploads/:id/rehearsal': () => ({ hasHeader: true, mapping: ['name', 'email'] }),
  'POST /imports/:id/cancellation': () => ({}),
  'POST /imports/:id/undo': () => ({}),
  'POST /imports': ({ uploadId }) => ({ uploadId, hasHeader: true, mapping: ['name', 'email'] }),
};

const queries: Readonly<Record<string, string | ((rows: Named) => string)>> = {
  'GET /contacts/:id/comparison': ({ duplicate }) => `?with=${duplicate.other}`,
  'GET /dashboard': '?from=2026-01-01&to=2026-12-31',
  'GET /dashboard/comments': '?from=2026-01-01&to=2026-12-31',
  'GET /contacts/export': '?format=csv',
  'GET /processing-record': '?format=csv',
  'GET /retention-rules/rehearsal': '?kind=logs&days=365',
  'GET /responses/export': '?format=csv',
  'GET /saved-filters': '?list=contacts',
  'GET /sends/export': '?format=csv',
};

/** What a route that takes a file about a row of a unit is sent. */
const files: Readonly<Record<string, string>> = { 'POST /surveys/:id/imports/uploads': 'data;nota\n04/03/2025;10\n' };

/** Routes that take a body and name no row of a unit in a way that is refused. */
export const namesNothing: readonly string[] = [
  'POST /logout',
  'POST /short-links/access',
  'POST /bulk-actions/erasures/preview',
  'POST /contact-companies',
  'POST /contacts/duplicates/searches',
  'POST /contacts/upserts',
  'POST /suppressions',
  'POST /suppressions/checks',
  'POST /surveys',
  'POST /imports/uploads',
  'POST /surveys/:id/imports/uploads',
  'POST /exports/contacts',
  'POST /saved-filters',
  'PUT /notification/',
  'PUT /maintenance',
  'DELETE /maintenance',
  'POST /system-notices',
  'POST /account-access',
  'DELETE /account-access',
  'POST /team/invitations',
  'PATCH /company/settings',
  'POST /businesses',
  'POST /team/ownership',
  'PUT /company/sign-in',
  'POST /company/logo',
  'DELETE /company/logo',
  'POST /custom-fields',
  'PUT /retention-rules',
  'PUT /custom-fields/order',
];
/** What a user is told, or everybody: no unit has it, so none is shut out of it. */
export const ofNoUnit: readonly string[] = [
  'PUT /notification/:id',
  'DELETE /system-notices/:id',
  // There is no provider of payments here: its own test holds whose unit it may be about.
  'POST /businesses/:id/payment-portal',
  // The company's people are no unit's: who may manage whom is held by the tests of the team.
  'POST /team/invitations/:id/mail',
  'DELETE /team/invitations/:id',
  'PUT /team/users/:id',
  'GET /team/users/:id/ownership',
  'POST /team/users/:id/deactivation',
  'DELETE /team/users/:id/deactivation',
  // Defined for all units of a company.
  'PUT /custom-fields/:id',
  'GET /custom-fields/:id/use',
  'GET /custom-fields/:id/surveys',
  'DELETE /custom-fields/:id',
  // People ask a company, not a unit of it.
  'GET /privacy-requests/:id',
  'PUT /privacy-requests/:id',
  'POST /privacy-requests/:id/packages',
  'GET /privacy-requests/:id/erasures/rehearsal',
  'POST /privacy-requests/:id/erasures',
  // Found by the request: its own test holds that it is of the reader's units.
  'GET /person-packages/:id',
];

/** A route as tests call it: 'PUT /contacts/:id'. */
export function nameOf({ method, path }: Route): string {
  return `${method} ${path}`;
}

/** Whether a route is about who calls it, and nobody else. */
export function isOfOneself({ path }: Route): boolean {
  return /^\/(me(\/|$)|login\/)/.test(path);
}

/** Whether a route takes a body that names rows of a unit, or would change one. */
export function takesRows(route: Route): boolean {
  return bodies[nameOf(route)] !== undefined;
}

/** The request of a route about these rows; about none of them where `rows` is null. */
export function requestOf(route: Route, rows: Named | null) {
  const body = bodies[nameOf(route)];
  return {
    method: route.method,
    url: `/api${route.path.replace(':id', idFor(route, rows))}${queryOf(route, rows)}`,
    ...(body && rows ? { payload: body(rows) } : {}),
    ...(files[nameOf(route)] !== undefined && rows ? formWith(files[nameOf(route)] ?? '') : {}),
  };
}

function formWith(file: string) {
  const { payload, type } = fileForm(file);
  return { payload, headers: { 'content-type': type } };
}

function queryOf(route: Route, rows: Named | null): string {
  const query = queries[nameOf(route)] ?? '';
  if (typeof query === 'string') return query;
  return rows ? query(rows) : '';
}

function idFor(route: Route, rows: Named | null): string {
  const { path } = route;
  if (!rows || !path.includes(':id')) return '';
  const id = named[nameOf(route)] ?? named[path.slice(1, path.indexOf('/:id'))];
  if (!id && (ofNoUnit.includes(nameOf(route)) || isOfOneself(route))) return newId();
  if (!id) throw new Error(`say in \`named\` what :id is in ${path}`);
  return id(rows);
}
