import { can } from '@escuta/contract/access-policy';
import type { CustomField } from '@escuta/contract/custom-fields';
import type { ExportForms } from '@escuta/contract/exports';
import { sql } from 'kysely';
import { findBusinessUnit } from '#modules/companies/index.ts';
import {
  contactsFileName,
  contactsTable,
  countAllContacts,
  hasSegment,
  listCustomFields,
  segmentWhere,
} from '#modules/contacts/index.ts';
import type { ContactFilter } from '#modules/contacts/index.ts';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Asked, Reading } from '../asked.ts';
import { sourceOf } from './source.ts';
import type { ExportSource } from './source.ts';

type Form = ExportForms['contacts'];
/** Those picked by hand, and of these who matches the filter; all whom it finds, where nobody is picked. */
type AskedContacts = Asked & Pick<Form, 'filter' | 'contactIds'>;

/** The contacts of a unit; the layout is the company's custom fields and the zone of the times. */
export const contactsSource: ExportSource<Form> = {
  fileName: contactsFileName,

  async order(tx, { role, companyId, businessUnitId }, { filter, contactIds }) {
    // Who may not see a name must not find it either, letter by letter.
    if (filter.search && !can(role, 'contacts.identify')) throw refuse('FORBIDDEN');
    const { segment } = filter;
    if (segment && !(await hasSegment(tx, { companyId, businessUnitId, segmentId: segment })))
      throw refuse('NOT_FOUND');
    return { type: 'export_contacts', names_people: true, kept: { filter, contactIds } };
  },

  async measure(tx, reading) {
    const { companyId, businessUnitId } = reading;
    const unit = await findBusinessUnit(tx, companyId, businessUnitId);
    if (!unit) throw refuse('NOT_FOUND');
    const layout: Layout = { timezone: unit.timezone, customFields: await listCustomFields(tx, companyId) };
    return { total: await countAllContacts(tx, await filterOf(tx, reading)), layout, surveyTitle: null };
  },

  async open(tx, reading, layout) {
    const { language } = reading.asked as AskedContacts;
    const table = contactsTable(await filterOf(tx, reading), { language, ...(layout as Layout) });
    return sourceOf(table, { countOf: (rows) => rows.length });
  },
};

interface Layout {
  readonly timezone: string;
  readonly customFields: readonly CustomField[];
}

/**
 * A segment is asked as it is now, and its relative dates as they were when the export began. Refuses NOT_FOUND where it is gone:
 * a file of nobody would read as if nobody were in it.
 */
async function filterOf(
  tx: Transaction,
  { companyId, businessUnitId, asked, watermark }: Reading,
): Promise<ContactFilter> {
  const { filter, contactIds } = asked as AskedContacts;
  const { search, importDataId, contactCompanyId, segment } = filter;
  const among = await segmentWhere(tx, { companyId, businessUnitId, segmentId: segment, now: watermark });
  // Behind that, so that one which goes in between is missed too; not held, as counting takes long and whoever edits would wait.
  if (segment && !(await hasSegment(tx, { companyId, businessUnitId, segmentId: segment }))) throw refuse('NOT_FOUND');
  return {
    companyId,
    businessUnitId,
    search,
    importId: importDataId,
    contactCompanyId,
    contactIds,
    createdUntil: watermark,
    // Who was picked, and then anonymized, is not whom somebody meant.
    among: contactIds ? sql<boolean>`(contacts.anonymized_at IS NULL AND ${among ?? sql`true`})` : among,
  };
}
