import { writtenMediaTypes } from '@escuta/contract/file-formats';
import type { WrittenFormat } from '@escuta/contract/file-formats';
import type { Language } from '@escuta/contract/primitives';
import { datedName, tableFile } from '#platform/tabular/table-file.ts';
import type { WrittenFile } from '#platform/tabular/table-file.ts';
import { inOnePiece } from '#platform/tabular/written-table.ts';
import type { Column, WrittenTable } from '#platform/tabular/written-table.ts';
import { localTime } from '#platform/time/local-time.ts';
import type { RecordFacts } from './collect-facts.ts';
import { describeActivities } from './describe-activities.ts';
import type { Activity } from './describe-activities.ts';
import { recordWords } from './record-words.ts';

interface Asked {
  readonly format: WrittenFormat;
  readonly language: Language;
  readonly now: Date;
}

/**
 * The record of processing as a file: a document in JSON, or a table with a row for each activity, in which company, residency
 * and day stand in every row, so that a row that is taken out of it still says whose it is.
 */
export function recordFile(facts: RecordFacts, { format, language, now }: Asked): WrittenFile {
  const name = datedName(recordWords[language].fileName, facts.timezone, now);
  if (format !== 'json') return tableFile(tableOf(facts, language, now), { name, format, language });
  const text = `${JSON.stringify(documentOf(facts, language, now), null, 2)}\n`;
  return { name: `${name}.json`, mediaType: writtenMediaTypes.json, content: inOnePiece(Buffer.from(text)) };
}

function documentOf(facts: RecordFacts, language: Language, now: Date) {
  const { title, notStated } = recordWords[language];
  return {
    title,
    language,
    generated_at: now.toISOString(),
    company: facts.company,
    // The product knows of none.
    officer: notStated,
    units: [...facts.units.values()],
    data_residency: facts.dataResidency ?? notStated,
    sub_processors: subProcessorsOf(facts, language),
    activities: describeActivities(facts, language),
  };
}

/** The sub-processors, with the words of their services where they have none of their own. */
function subProcessorsOf({ subProcessors }: RecordFacts, language: Language) {
  const { service: services, notStated } = recordWords[language];
  return subProcessors.map(({ name, service, does, data, country }) => ({
    name,
    does: does ?? (service ? services[service].does : notStated),
    data: data ?? (service ? services[service].data : notStated),
    country: country ?? notStated,
  }));
}

function tableOf(facts: RecordFacts, language: Language, now: Date): WrittenTable<Activity> {
  const { sheet, subProcessors, subProcessorColumn, ...words } = recordWords[language];
  const { column, notStated, basisNotStated, none, yes, no } = words;
  const text = (name: keyof typeof column, cell: (activity: Activity) => string | null): Column<Activity> => ({
    name: column[name],
    type: 'text',
    cell,
  });
  const list = (name: keyof typeof column & keyof Activity, empty: string) =>
    text(name, (activity) => (activity[name] as readonly string[]).join('; ') || empty);
  return {
    title: sheet,
    columns: [
      text('company', () => facts.company),
      text('officer', () => notStated),
      text('activity', ({ activity }) => activity),
      text('unit', ({ unit }) => unit),
      list('purposes', notStated),
      list('data_subjects', notStated),
      list('personal_data', none),
      list('sensitive_data', none),
      list('legal_basis', basisNotStated),
      text('anonymous', ({ anonymous }) => (anonymous === null ? null : anonymous ? yes : no)),
      list('channels', none),
      list('retention', notStated),
      list('recipients', none),
      list('security', notStated),
      text('data_residency', () => facts.dataResidency ?? notStated),
      {
        name: `${column.generated_at} (${facts.timezone})`,
        type: 'date',
        cell: () => localTime(facts.timezone, now),
      },
    ],
    rows: inOnePiece(describeActivities(facts, language)),
    appendix: {
      title: subProcessors,
      columns: (['name', 'does', 'data', 'country'] as const).map((name, at) => ({
        name: subProcessorColumn[name],
        type: 'text',
        cell: (row) => row[at] ?? null,
      })),
      rows: inOnePiece(
        subProcessorsOf(facts, language).map(({ name, does, data, country }) => [name, does, data, country]),
      ),
    },
  };
}
