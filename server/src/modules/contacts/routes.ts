import * as contract from '@escuta/contract/contacts';
import { can } from '@escuta/contract/access-policy';
import type { ContactCompanyId, ContactId, ImportId } from '@escuta/contract/ids';
import type { App } from '#platform/http/app.ts';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { recordAudit } from '#platform/audit/record-audit.ts';
import { implement } from '#platform/http/implement.ts';
import type { Scope } from '#platform/http/scope.ts';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import { contactCompaniesRoutes } from './companies/routes.ts';
import { readContactsFile } from './contacts-file.ts';
import { createContact } from './create-contact.ts';
import { listCustomFields } from './custom-fields/queries.ts';
import { consentsRoutes } from './consents/routes.ts';
import { customFieldsRoutes } from './custom-fields/routes.ts';
import { presentContact } from './present-contact.ts';
import { findContact } from './queries.ts';
import type { ContactFilter } from './queries.ts';
import { readContactPage } from './read-contact-page.ts';
import { updateContact } from './update-contact.ts';

/** The routes of contacts. */
export function contactsRoutes(app: App, context: AppContext): void {
  const { clock, database } = context;
  contactCompaniesRoutes(app, context);
  customFieldsRoutes(app, context);
  consentsRoutes(app, context);

  implement(
    app,
    contract.listContacts,
  )(async ({ scope, query: { limit, page, sort, ...narrowed }, inCompany, fail }) => {
    const filter = filterIn(scope, narrowed);
    if (sort === 'name' && !can(scope.role, 'contacts.identify')) throw fail('FORBIDDEN');
    return inCompany(async (tx) => {
      const { rows, ...total } = await readContactPage(tx, {
        ...filter,
        sort,
        limit,
        page,
        isNarrowed: scope.narrowing !== null,
      });
      const customFields = await listCustomFields(tx, scope.companyId);
      return { data: rows.map((row) => presentContact(row, customFields, scope.role)), ...total };
    });
  });

  implement(
    app,
    contract.exportContacts,
  )(async ({ scope, query: { format, fileLanguage, ...narrowed }, inCompany }) => {
    const now = clock.now();
    const file = await readContactsFile(database, filterIn(scope, narrowed), { format, language: fileLanguage, now });
    const exported = { action: 'contacts.exported', target: { type: 'contacts' }, after: { format } } as const;
    await inCompany((tx) => recordAudit(tx, scope, exported, now));
    return file;
  });

  implement(
    app,
    contract.getContact,
  )(({ scope, params, inCompany }) => inCompany((tx) => presented(tx, scope, params.id)));

  implement(
    app,
    contract.createContact,
  )(({ scope, body, inCompany }) =>
    inCompany(async (tx) => presented(tx, scope, await createContact(tx, scope, body, clock.now()))),
  );

  implement(
    app,
    contract.updateContact,
  )(({ scope, params, body, inCompany }) =>
    inCompany(async (tx) => {
      await updateContact(tx, scope, params.id, body, clock.now());
      return presented(tx, scope, params.id);
    }),
  );
}

/** Who may not see a name must not find it either, letter by letter: refuses FORBIDDEN. */
function filterIn(
  { companyId, businessUnitId, role }: Scope,
  narrowed: {
    search?: string | undefined;
    importDataId?: ImportId | undefined;
    contactCompanyId?: ContactCompanyId | undefined;
  },
): ContactFilter {
  const { search, importDataId, contactCompanyId } = narrowed;
  if (search && !can(role, 'contacts.identify')) throw refuse('FORBIDDEN');
  return { companyId, businessUnitId, search, importId: importDataId, contactCompanyId };
}

async function presented(tx: Transaction, scope: Scope, id: ContactId) {
  const row = await findContact(tx, { companyId: scope.companyId, businessUnitId: scope.businessUnitId, id });
  if (!row) throw refuse('NOT_FOUND');
  return presentContact(row, await listCustomFields(tx, scope.companyId), scope.role);
}
