import type { CustomField } from '@escuta/contract/custom-fields';
import type { fileKinds } from '@escuta/contract/imports';
import { newId } from '#platform/crypto/ids.ts';

/** A file that people bring, or that was made to hurt, and what the importer makes of it. */
export interface HostileFile {
  readonly name: string;
  /** The same bytes each time. */
  readonly make: () => Buffer;
  readonly outcome: ReadOutcome | RefusedOutcome;
}

/**
 * The rows of contacts, each as `number name|email|phone|birthday|CPF|balance|client since`, without what is blank at the end;
 * behind `~` what could not be read of it, and behind `!` why it is refused.
 */
export interface ReadOutcome {
  readonly rows: readonly string[];
  readonly encoding?: string | null;
  readonly delimiter?: string | null;
}

/** What the person is told, with the kind that the file is instead, or the limit that it breaks. */
export interface RefusedOutcome {
  readonly code: string;
  readonly kind?: (typeof fileKinds)[number];
  readonly most?: number;
}

const field = (internal_name: string, label: string, type: 'cpf' | 'number' | 'date', place: number): CustomField => ({
  _id: newId<CustomField['_id']>(),
  internal_name,
  label,
  type,
  options: [],
  required: false,
  sensitive: false,
  searchable: false,
  place,
});

/** The custom fields of the company that brings the files, in the order of an outcome. */
export const fieldsOfCorpus: readonly CustomField[] = [
  field('cpf', 'CPF', 'cpf', 1),
  field('saldo', 'Saldo', 'number', 2),
  field('cliente_desde', 'Cliente desde', 'date', 3),
];
