import { mayTakeNames } from '@escuta/contract/access-policy';
import type { ExportForms } from '@escuta/contract/exports';
import type { SurveyVersionId } from '@escuta/contract/ids';
import { findBusinessUnit } from '#modules/companies/index.ts';
import {
  answersTable,
  codeBook,
  findMasks,
  measureResponseRows,
  responsesFileName,
  responsesTable,
  surveyTitles,
} from '#modules/responses/index.ts';
import type { Masks, UnitResponses } from '#modules/responses/index.ts';
import { findSurvey } from '#modules/surveys/index.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Asked, Reading } from '../asked.ts';
import { sourceOf } from './source.ts';
import type { ExportSource } from './source.ts';

const all = 2_000_000_000;

type Form = ExportForms['responses'];
type AskedResponses = Asked & Pick<Form, 'filter' | 'exportMode' | 'exportValues'>;

/**
 * The responses to one survey or to several; the layout is the versions that they answer, what of them is masked and the zone of the
 * times.
 */
export const responsesSource: ExportSource<Form> = {
  fileName: responsesFileName,

  async order(tx, scope, { filter, exportMode, exportValues }) {
    const { companyId, businessUnitId } = scope;
    const kept = { filter, exportMode, exportValues };
    const order = { names_people: mayTakeNames(scope), export_mode: exportMode, kept };
    if (!filter.surveyId) return { type: 'export_multi_survey', ...order };
    const survey = await findSurvey(tx, { companyId, businessUnitId, id: filter.surveyId });
    if (!survey) throw refuse('NOT_FOUND');
    return { type: 'export_single_survey', survey_title: survey.title, ...order };
  },

  async measure(tx, reading) {
    const unit = await findBusinessUnit(tx, reading.companyId, reading.businessUnitId);
    if (!unit) throw refuse('NOT_FOUND');
    const wanted = wantedBy(reading);
    const { total, versionIds } = await measureResponseRows(tx, wanted, all);
    const titles = [...(await surveyTitles(tx, wanted, versionIds)).values()];
    const masks = await findMasks(tx, { companyId: reading.companyId, versionIds });
    const layout: Layout = { timezone: unit.timezone, versionIds, masks };
    return { total, layout, surveyTitle: titles.length > 0 ? titles.toSorted().join(', ') : null };
  },

  async open(tx, reading, layout) {
    const wanted = wantedBy(reading);
    const { language, by, exportMode, exportValues: values } = reading.asked as AskedResponses;
    const options = { language, by, values, masks: {}, ...(layout as Layout) };
    const appendix = await codeBook(tx, wanted, options);
    if (exportMode === 'responses')
      return sourceOf(await responsesTable(tx, wanted, options), { countOf: (rows) => rows.length, appendix });
    const countOf = (rows: readonly { readonly row: object }[]) => new Set(rows.map(({ row }) => row)).size;
    return sourceOf(await answersTable(tx, wanted, options), { countOf, appendix });
  },
};

interface Layout {
  readonly timezone: string;
  readonly versionIds: readonly SurveyVersionId[];
  /** Absent in an export that was asked for before any question was sensitive. */
  readonly masks?: Masks;
}

function wantedBy({ companyId, businessUnitId, asked, watermark }: Reading): UnitResponses {
  // Nobody who is narrowed may order a file (decision 0047).
  return { ...(asked as AskedResponses).filter, companyId, businessUnitId, narrowing: null, until: watermark };
}
