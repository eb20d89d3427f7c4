import type { Import, ImportType } from '@escuta/contract/imports';

interface ImportPages {
  /** Where files are imported, and the card of an import is: its progress, its result, and its undo. */
  readonly card: string;
  /** Where what an import brought is shown (1§2.11). */
  readonly results: (entry: Pick<Import, '_id' | 'created_at'>) => { readonly to: string; readonly search: object };
}

/** Where the imports of each type are at home. */
export const importPages = {
  import_contacts: {
    card: '/importer/contacts',
    results: ({ _id, created_at }) =>
      ({ to: '/contatos', search: { importDataId: _id, importDataDate: created_at } }) as const,
  },
  import_answers: {
    card: '/importer/answers',
    results: ({ _id }) => ({ to: '/customer-feedback', search: { importDataId: _id } }) as const,
  },
} as const satisfies Record<ImportType, ImportPages>;

/** The card of an import, with its progress, its result and what can be done about it: cancel it, undo it. */
export function cardLink({ _id, type }: Pick<Import, '_id' | 'type'>) {
  return { to: importPages[type].card, search: { importId: _id } } as const;
}
