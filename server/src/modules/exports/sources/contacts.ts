import type { CustomField } from '@escuta/contract/custom-fields';
import { findBusinessUnit } from '#modules/companies/index.ts';
import { contactsTable, countContacts, listCustomFields } from '#modules/contacts/index.ts';
import type { ContactFilter } from '#modules/contacts/index.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { AskedContacts, Reading } from '../asked.ts';
import { sourceOf } from './source.ts';
import type { ExportSource } from './source.ts';

const all = 2_000_000_000;

/** The contacts of a unit; the layout is the company's custom fields and the zone of the times. */
export const contactsSource: ExportSource = {
  async measure(tx, reading) {
    const { companyId, businessUnitId } = reading;
    const unit = await findBusinessUnit(tx, companyId, businessUnitId);
    if (!unit) throw refuse('NOT_FOUND');
    const layout: Layout = { timezone: unit.timezone, customFields: await listCustomFields(tx, companyId) };
    return { total: await countContacts(tx, filterOf(reading), all), layout, surveyTitle: null };
  },

  async open(_tx, reading, layout) {
    const { language } = reading.asked as AskedContacts;
    const table = contactsTable(filterOf(reading), { language, ...(layout as Layout) });
    return sourceOf(table, { countOf: (rows) => rows.length });
  },
};

interface Layout {
  readonly timezone: string;
  readonly customFields: readonly CustomField[];
}

function filterOf({ companyId, businessUnitId, asked, watermark }: Reading): ContactFilter {
  const { search, importDataId, contactCompanyId } = (asked as AskedContacts).filter;
  return { companyId, businessUnitId, search, importId: importDataId, contactCompanyId, createdUntil: watermark };
}
