import type { listPrivacyRequests, PrivacyRequestDetails } from '@escuta/contract/privacy-requests';
import type { PrivacyRequestId, UserId } from '@escuta/contract/ids';
import type { Output } from '@escuta/contract/route';
import { namesOfUsers } from '#modules/access/index.ts';
import { findCompany, listBusinessUnits } from '#modules/companies/index.ts';
import type { AppContext } from '#platform/app-context/app-context.ts';
import type { Database } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import { listPackages } from '../packages/read-package.ts';
import { makeFormSlug } from './form-slug.ts';
import { matchedContacts } from './matched-contacts.ts';
import { presentRequest, presentStep } from './present-request.ts';
import { countRequestRows, findRequestRow, listRequestRows, listStepRows } from './queries.ts';

type Deps = Pick<AppContext, 'database' | 'secrets' | 'config'>;
type Query = Output<(typeof listPrivacyRequests)['definition']['query']>;

/** One page of the requests of the company, with the address of its form. */
export async function readRequests(
  { database, secrets, config }: Deps,
  { companyId }: Scope,
  query: Query,
): Promise<Output<(typeof listPrivacyRequests)['definition']['answer']>> {
  const listed = { companyId, ...query };
  const { rows, total, company } = await database.withCompany(companyId, async (tx) => ({
    rows: await listRequestRows(tx, listed),
    total: await countRequestRows(tx, listed),
    company: await findCompany(tx, companyId),
  }));
  if (!company) throw refuse('NOT_FOUND');
  const names = await namesOf(
    database,
    rows.map(({ handled_by }) => handled_by),
  );
  return {
    data: rows.map((row) => presentRequest(row, { timezone: company.timezone, names })),
    total,
    form_url: `${config.publicUrl}/privacidade/${makeFormSlug(secrets, Number(company.link_key))}`,
  };
}

/** One request with what was done about it, and the contacts of the caller's units that have an address of whoever asks. Refuses NOT_FOUND. */
export async function readRequest(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  scope: Scope,
  id: PrivacyRequestId,
): Promise<PrivacyRequestDetails> {
  const { companyId, businessUnitIds } = scope;
  const found = await database.withCompany(companyId, async (tx) => {
    const row = await findRequestRow(tx, { companyId, id });
    if (!row) throw refuse('NOT_FOUND');
    const steps = await listStepRows(tx, { companyId, id });
    const contacts = await matchedContacts(tx, row, { companyId, businessUnitIds });
    const units = await listBusinessUnits(tx, companyId, businessUnitIds);
    const packages = await listPackages(tx, scope, { id, now: clock.now() });
    const company = await findCompany(tx, companyId);
    if (!company) throw refuse('NOT_FOUND');
    const { timezone } = company;
    return { row, timezone, steps, contacts, packages, unitNames: new Map(units.map((unit) => [unit.id, unit.name])) };
  });
  const names = await namesOf(database, [found.row.handled_by]);
  return {
    ...presentRequest(found.row, { timezone: found.timezone, names }),
    details: found.row.details,
    evidence: found.steps.map(presentStep),
    packages: found.packages,
    contacts: found.contacts.map(({ id: _id, name, has, business_unit_id: unitId }) => ({
      _id,
      nome: name,
      has,
      business: { _id: unitId, nome: found.unitNames.get(unitId) ?? '' },
    })),
  };
}

function namesOf(database: Database, ids: readonly (UserId | null)[]): Promise<Map<string, string>> {
  return database.withSystem((tx) =>
    namesOfUsers(
      tx,
      ids.filter((id) => id !== null),
    ),
  );
}
