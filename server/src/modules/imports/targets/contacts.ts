import { customFieldOf } from '@escuta/contract/imports';
import {
  holdFieldsAsRead,
  listCustomFields,
  openUpsertRehearsal,
  refreshContactStatistics,
  undoUpserts,
  upsertContacts,
} from '#modules/contacts/index.ts';
import type { IncomingContact, UndoCursor, UpsertOutcome } from '#modules/contacts/index.ts';
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
      companyIds: new Map(),
    };
  },
  readRow: readContact,
  async write(tx, run, values, now) {
    if (run.custom && values.some(({ custom }) => custom)) await holdFieldsAsRead(tx, run.companyId, run.custom.fields);
    return withMissingFields(run, values, await upsertContacts(tx, run, values, now));
  },
  rehearse() {
    const judge = openUpsertRehearsal();
    return { judge: async (tx, run, values) => withMissingFields(run, values, await judge(tx, run, values)) };
  },
  undo: (tx, run, { after, ...page }) => undoUpserts(tx, run, { ...page, after: after as UndoCursor | null }),
  refreshStatistics: refreshContactStatistics,
};

/** Nobody is there to be asked for what is required, so that who is created comes in without it, and is told of. */
function withMissingFields(
  { custom }: Pick<TargetRun, 'custom'>,
  values: readonly IncomingContact[],
  outcomes: readonly UpsertOutcome[],
): readonly RowOutcome[] {
  if (!custom || custom.required.size === 0) return outcomes;
  return outcomes.map((outcome, at) => {
    if (outcome !== 'created') return outcome;
    const missing = [...custom.required].filter(([name]) => !values[at]?.custom?.[name]);
    const columns = new Set(missing.map(([, column]) => column));
    const [first, ...others] = [...columns].map((column): RowProblem => ({ reason: 'required_missing', column }));
    return first ? { change: outcome, warnings: [first, ...others] } : outcome;
  });
}
