import { upsertContacts } from '@escuta/contract/contact-upserts';
import * as contract from '@escuta/contract/contacts';
import { bulkContactsMax } from '@escuta/contract/bulk-actions';
import { can } from '@escuta/contract/access-policy';
import type { ContactId } from '@escuta/contract/ids';
import type { App } from '#platform/http/app.ts';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { recordAudit } from '#platform/audit/record-audit.ts';
import { implement } from '#platform/http/implement.ts';
import type { Scope } from '#platform/http/scope.ts';
import type { Transaction } from '#platform/db/database.ts';
import { isConflict } from '#platform/db/sql-state.ts';
import { refuse } from '#platform/http/refusal.ts';
import { contactCompaniesRoutes } from './companies/routes.ts';
import { readContactsFile } from './contacts-file.ts';
import { createContact } from './create-contact.ts';
import { listCustomFields } from './custom-fields/queries.ts';
import { consentsRoutes } from './consents/routes.ts';
import { findCurrentFacts } from './current-facts.ts';
import { customFieldsRoutes } from './custom-fields/routes.ts';
import { findMergedInto } from './merging/merge-rows.ts';
import { listTags } from './list-tags.ts';
import { narrowedFilter } from './narrowed-filter.ts';
import { presentContact, presentCustomer } from './present-contact.ts';
import { countContacts, findContact } from './queries.ts';
import { readContactPage } from './read-contact-page.ts';
import { revealContactValue } from './reveal-contact-value.ts';
import { segmentsRoutes } from './segments/routes.ts';
import { suppressionsRoutes } from './suppressions/routes.ts';
import { updateContact } from './update-contact.ts';
import { upsertBatch } from './upsert-batch.ts';

const upsertTries = 3;

/** The routes of contacts. */
export function contactsRoutes(app: App, context: AppContext): void {
  const { clock } = context;
  contactCompaniesRoutes(app, context);
  customFieldsRoutes(app, context);
  consentsRoutes(app, context);
  segmentsRoutes(app, context);
  suppressionsRoutes(app, context);

  listRoutes(app, context);
  upsertRoutes(app, context);

  implement(
    app,
    contract.getContact,
  )(({ scope, params: { id }, inCompany, fail }) =>
    inCompany(async (tx) => {
      const { companyId, businessUnitId } = scope;
      const row = await findContact(tx, { companyId, businessUnitId, id });
      if (row) return edited(tx, scope, { row, customFields: await listCustomFields(tx, companyId) }, clock.now());
      const keptId = await findMergedInto(tx, scope, id);
      throw keptId ? fail('CONTACT_MERGED', { id: keptId }) : fail('NOT_FOUND');
    }),
  );

  implement(
    app,
    contract.createContact,
  )(({ scope, body, inCompany }) =>
    inCompany(async (tx) => {
      const { row, customFields } = await readContact(tx, scope, await createContact(tx, scope, body, clock.now()));
      return presentContact(row, customFields, scope.role);
    }),
  );

  implement(
    app,
    contract.updateContact,
  )(({ scope, params, body, inCompany }) =>
    inCompany(async (tx) => {
      const now = clock.now();
      await updateContact(tx, scope, params.id, body, now);
      return edited(tx, scope, await readContact(tx, scope, params.id), now);
    }),
  );

  implement(
    app,
    contract.revealContactValue,
  )(({ scope, params, body, inCompany }) =>
    inCompany((tx) => revealContactValue(tx, scope, params.id, body, clock.now())),
  );
}

/** Those of many contacts at once. */
function listRoutes(app: App, { clock, database }: AppContext): void {
  implement(
    app,
    contract.listContacts,
  )(async ({ scope, query: { limit, page, sort, ...narrowed }, inCompany, fail }) => {
    if (sort === 'name' && !can(scope.role, 'contacts.identify')) throw fail('FORBIDDEN');
    return inCompany(async (tx) => {
      const filter = await narrowedFilter(tx, scope, narrowed, clock.now());
      const isNarrowed = scope.narrowing !== null;
      const { rows, ...total } = await readContactPage(tx, { ...filter, sort, limit, page, isNarrowed });
      const customFields = await listCustomFields(tx, scope.companyId);
      const facts = await findCurrentFacts(tx, scope, rows, clock.now());
      return {
        data: rows.map((row, at) => ({ ...presentContact(row, customFields, scope.role), ...facts[at] })),
        ...total,
      };
    });
  });

  implement(
    app,
    contract.countContacts,
  )(({ scope, query, inCompany }) =>
    inCompany(async (tx) => {
      const filter = await narrowedFilter(tx, scope, query, clock.now());
      return { total: await countContacts(tx, filter, bulkContactsMax) };
    }),
  );

  implement(
    app,
    contract.listTags,
  )(async ({ scope, inCompany }) => ({
    data: can(scope.role, 'contacts.identify') ? await inCompany((tx) => listTags(tx, scope)) : [],
  }));

  implement(
    app,
    contract.exportContacts,
  )(async ({ scope, query: { format, fileLanguage, ...narrowed }, inCompany }) => {
    const now = clock.now();
    const filter = await inCompany((tx) => narrowedFilter(tx, scope, narrowed, now));
    const file = await readContactsFile(database, filter, { format, language: fileLanguage, now });
    const exported = { action: 'contacts.exported', target: { type: 'contacts' }, after: { format } } as const;
    await inCompany((tx) => recordAudit(tx, scope, exported, now));
    return file;
  });
}

/** Those of other systems. */
function upsertRoutes(app: App, { clock }: AppContext): void {
  implement(
    app,
    upsertContacts,
  )(async ({ scope, body, inCompany, fail }) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return { results: await inCompany((tx) => upsertBatch(tx, scope, body.contacts, clock.now())) };
      } catch (error) {
        // Somebody wrote the same contact meanwhile: seen again, it is one that the unit has.
        if (!isConflict(error)) throw error;
        if (attempt === upsertTries) throw fail('UNAVAILABLE', { retryAfter: 1 });
      }
    }
  });
}

async function readContact(tx: Transaction, { companyId, businessUnitId }: Scope, id: ContactId) {
  const row = await findContact(tx, { companyId, businessUnitId, id });
  if (!row) throw refuse('NOT_FOUND');
  return { row, customFields: await listCustomFields(tx, companyId) };
}

async function edited(
  tx: Transaction,
  scope: Scope,
  { row, customFields }: Awaited<ReturnType<typeof readContact>>,
  now: Date,
) {
  const { customer, name } = presentCustomer(row, customFields, scope.role);
  const [facts] = await findCurrentFacts(tx, scope, [row], now);
  return { customer: { ...customer, ...facts }, name };
}
