import { customFieldOf } from '@escuta/contract/imports';
import {
  holdFieldsAsRead,
  listCustomFields,
  openUpsertRehearsal,
  refreshContactStatistics,
  undoUpserts,
  upsertContacts,
} from '#modules/contacts/index.ts';
import type { IncomingContact, UndoCursor } from '#modules/contacts/index.ts';
import type { ImportTarget } from '../target.ts';
import { readContact } from './contact-row.ts';

/** Each row is a person, found by external id, else by e-mail, else by phone. */
export const contactsTarget: ImportTarget<IncomingContact> = {
  async open(tx, { companyId, mapping, decimal }) {
    const named = new Set(mapping.map(customFieldOf));
    const fields = (await listCustomFields(tx, companyId)).filter(({ internal_name: name }) => named.has(name));
    return {
      custom: { fields: new Map(fields.map((field) => [field.internal_name, field])), decimal: decimal ?? ',' },
      companyIds: new Map(),
    };
  },
  readRow: readContact,
  async write(tx, run, values, now) {
    if (run.custom && values.some(({ custom }) => custom)) await holdFieldsAsRead(tx, run.companyId, run.custom.fields);
    return upsertContacts(tx, run, values, now);
  },
  rehearse: () => ({ judge: openUpsertRehearsal() }),
  undo: (tx, run, { after, ...page }) => undoUpserts(tx, run, { ...page, after: after as UndoCursor | null }),
  refreshStatistics: refreshContactStatistics,
};
