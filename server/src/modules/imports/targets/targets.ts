import type { ImportType } from '@escuta/contract/imports';
import type { ImportTarget } from '../target.ts';
import { answersTarget } from './answers.ts';
import { contactsTarget } from './contacts.ts';

const targets: Readonly<Record<ImportType, ImportTarget<unknown>>> = {
  import_contacts: contactsTarget,
  import_answers: answersTarget,
};

/** What is made of the rows of a file of a type. */
export function targetOf(type: ImportType): ImportTarget<unknown> {
  return targets[type];
}
