import type { ImportType } from '@escuta/contract/imports';
import type { UploadRules } from '../target.ts';
import { answersUpload } from './answers-upload.ts';
import { contactsUpload } from './contacts-upload.ts';

const rules: Readonly<Record<ImportType, UploadRules>> = {
  import_contacts: contactsUpload,
  import_answers: answersUpload,
};

/** What the columns of a file of a type may be. */
export function uploadRulesOf(type: ImportType): UploadRules {
  return rules[type];
}
