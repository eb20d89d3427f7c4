import { customFieldOf } from '@escuta/contract/imports';
import {
  holdFieldsAsRead,
  listCustomFields,
  openUpsertRehearsal,
  refreshContactStatistics,
  undoUpserts,
  upsertContacts,
} from '#modules/contacts/index.ts';
import type { IncomingContact, UndoCursor, UpsertedRow } from '#modules/contacts/index.ts';
import type { ImportTarget, RowOutcome, RowProblem, TargetRun } from '../target.ts';
import { readContact } from './contact-row.ts';

/** Each row is a person, found by external id, else by e-mail, else by phone. */
export const contactsTarget: ImportTarget<IncomingContact> = {
  async open(tx, { companyId, mapping, decimal }) {
    const named = mapping.map(customFieldOf);
    const all = await listCustomFields(tx, companyId);
    const fields = all.filter(({ internal_name: name }) => named.includes(name));
    const required = all.filter((field) => field.required).map(({ internal_name: name }) => name);
    const columnOf = (name: string) => (named.includes(name) ? named.indexOf(name) : null);
    return {
      custom: {
        fields: new Map(fields.map((field) => [field.internal_name, field])),
        required: new Map(required.map((name) => [name, columnOf(name)])),
        decimal: decimal ?? ',',
      },
      tagsColumn: mapping.includes('tags') ? mapping.indexOf('tags') : null,
      companyIds: new Map(),
    };
  },
  readRow: readContact,
  async write(tx, run, values, now) {
    if (run.custom && values.some(({ custom }) => custom)) await holdFieldsAsRead(tx, run.companyId, run.custom.fields);
    return withProblems(run, values, await upsertContacts(tx, run, values, now));
  },
  rehearse() {
    const judge = openUpsertRehearsal();
    return { judge: async (tx, run, values) => withProblems(run, values, await judge(tx, run, values)) };
  },
  undo: (tx, run, { after, ...page }) => undoUpserts(tx, run, { ...page, after: after as UndoCursor | null }),
  refreshStatistics: refreshContactStatistics,
};

/** What is told of the rows beside the cells that could not be read. */
function withProblems(
  run: Pick<TargetRun, 'custom' | 'mapping' | 'tagsColumn'>,
  values: readonly IncomingContact[],
  rows: readonly UpsertedRow[],
): readonly RowOutcome[] {
  return rows.map(({ outcome, hasTooManyTags, repeatedKey }, at) => {
    if (outcome === 'duplicate_in_file' && repeatedKey)
      return { reason: outcome, column: run.mapping.indexOf(repeatedKey) };
    if (outcome !== 'created' && outcome !== 'updated' && outcome !== 'unchanged') return outcome;
    const missing = outcome === 'created' ? missingFields(run, values[at]) : [];
    const tags: RowProblem[] = hasTooManyTags ? [{ reason: 'tags_left_out', column: run.tagsColumn ?? null }] : [];
    const [first, ...others] = [...missing, ...tags];
    return first ? { change: outcome, warnings: [first, ...others] } : outcome;
  });
}

/** Nobody is there to be asked for what is required, so that who is created comes in without it, and is told of. */
function missingFields({ custom }: Pick<TargetRun, 'custom'>, value: IncomingContact | undefined): RowProblem[] {
  if (!custom || custom.required.size === 0) return [];
  const missing = [...custom.required].filter(([name]) => !value?.custom?.[name]);
  return [...new Set(missing.map(([, column]) => column))].map((column) => ({ reason: 'required_missing', column }));
}
