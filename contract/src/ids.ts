import { z } from 'zod';

/** A UUIDv7 made by us, branded per noun so that one noun's id never passes for another's. */
function id<const Noun extends string>(noun: Noun) {
  return z.uuid().brand(noun);
}

/*
 * The ids of all nouns, apart from their files: nouns name each other, and a table, a key or an address knows ids and nothing
 * else of a noun.
 */
export const CompanyId = id('company');
export type CompanyId = z.infer<typeof CompanyId>;
export const BusinessUnitId = id('business-unit');
export type BusinessUnitId = z.infer<typeof BusinessUnitId>;
export const UserId = id('user');
export type UserId = z.infer<typeof UserId>;
export const ContactId = id('contact');
export type ContactId = z.infer<typeof ContactId>;
export const ContactCompanyId = id('contact-company');
export type ContactCompanyId = z.infer<typeof ContactCompanyId>;
export const CustomFieldId = id('custom-field');
export type CustomFieldId = z.infer<typeof CustomFieldId>;
export const SegmentId = id('segment');
export type SegmentId = z.infer<typeof SegmentId>;
export const SavedFilterId = id('saved-filter');
export type SavedFilterId = z.infer<typeof SavedFilterId>;
export const UploadId = id('upload');
export type UploadId = z.infer<typeof UploadId>;
export const RehearsalId = id('rehearsal');
export type RehearsalId = z.infer<typeof RehearsalId>;
export const ImportId = id('import');
export type ImportId = z.infer<typeof ImportId>;
export const BulkActionId = id('bulk-action');
export type BulkActionId = z.infer<typeof BulkActionId>;

export const ExportId = id('export');
export type ExportId = z.infer<typeof ExportId>;
export const ExportFileId = id('export-file');
export type ExportFileId = z.infer<typeof ExportFileId>;
export const SurveyId = id('survey');
export type SurveyId = z.infer<typeof SurveyId>;
export const SurveyVersionId = id('survey-version');
export type SurveyVersionId = z.infer<typeof SurveyVersionId>;
export const SendId = id('send');
export type SendId = z.infer<typeof SendId>;
export const ItemId = id('item');
export type ItemId = z.infer<typeof ItemId>;
export const ResponseId = id('response');
export type ResponseId = z.infer<typeof ResponseId>;
export const NotificationId = id('notification');
export type NotificationId = z.infer<typeof NotificationId>;
export const SystemNoticeId = id('system-notice');
export type SystemNoticeId = z.infer<typeof SystemNoticeId>;
export const InvitationId = id('invitation');
export type InvitationId = z.infer<typeof InvitationId>;
export const SignUpPinId = id('sign-up-pin');
export type SignUpPinId = z.infer<typeof SignUpPinId>;
export const SessionId = id('session');
export type SessionId = z.infer<typeof SessionId>;
export const PasskeyId = id('passkey');
export type PasskeyId = z.infer<typeof PasskeyId>;
export const PrivacyRequestId = id('privacy-request');
export type PrivacyRequestId = z.infer<typeof PrivacyRequestId>;
export const MergeId = id('merge');
export type MergeId = z.infer<typeof MergeId>;
export const DuplicatePairId = id('duplicate-pair');
export type DuplicatePairId = z.infer<typeof DuplicatePairId>;
export const PersonPackageId = id('person-package');
export type PersonPackageId = z.infer<typeof PersonPackageId>;
export const PersonFileId = id('person-file');
export type PersonFileId = z.infer<typeof PersonFileId>;
export const SuppressionId = id('suppression');
export type SuppressionId = z.infer<typeof SuppressionId>;
