import { mayTakeNames } from '@escuta/contract/access-policy';
import type { ExportForms } from '@escuta/contract/exports';
import { findBusinessUnit } from '#modules/companies/index.ts';
import { isBulkSend, measureItems, sendsFileName, sendsTable } from '#modules/sends/index.ts';
import type { ItemMonths, QueueFilter } from '#modules/sends/index.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Asked, Reading } from '../asked.ts';
import { sourceOf } from './source.ts';
import type { ExportSource } from './source.ts';

type Form = ExportForms['sends'];
type AskedSends = Asked & Pick<Form, 'filter'>;

/** The messages of sends; the layout is the zone of the times and of the days, and the months that the messages lie in. */
export const sendsSource: ExportSource<Form> = {
  fileName: sendsFileName,

  async order(tx, scope, { filter }) {
    if (filter.sendId && !(await isBulkSend(tx, scope, filter.sendId))) throw refuse('NOT_FOUND');
    return { type: 'export_sends', names_people: mayTakeNames(scope), kept: { filter } };
  },

  async measure(tx, reading) {
    const unit = await findBusinessUnit(tx, reading.companyId, reading.businessUnitId);
    if (!unit) throw refuse('NOT_FOUND');
    const { total, months } = await measureItems(tx, filterOf(reading, unit.timezone));
    const layout: Layout = { timezone: unit.timezone, months };
    return { total, layout, surveyTitle: null };
  },

  async open(_tx, reading, layout) {
    const { timezone, months } = layout as Layout;
    const { language, by } = reading.asked as AskedSends;
    const table = sendsTable(filterOf(reading, timezone), { language, months, by });
    return sourceOf(table, { countOf: (rows) => rows.length });
  },
};

interface Layout {
  readonly timezone: string;
  readonly months: ItemMonths | null;
}

function filterOf({ companyId, businessUnitId, asked, watermark }: Reading, timezone: string): QueueFilter {
  return { ...(asked as AskedSends).filter, companyId, businessUnitId, timezone, createdUntil: watermark };
}
