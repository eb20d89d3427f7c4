import { accessSchedules } from '#modules/access/jobs.ts';
import { bulkActionsSchedules } from '#modules/bulk-actions/jobs.ts';
import { bulkActionsSubscriptions } from '#modules/bulk-actions/subscribers.ts';
import { contactsSchedules } from '#modules/contacts/jobs.ts';
import { contactsSubscriptions } from '#modules/contacts/subscribers.ts';
import { exportsSchedules } from '#modules/exports/jobs.ts';
import { exportsSubscriptions } from '#modules/exports/subscribers.ts';
import { importsSchedules } from '#modules/imports/jobs.ts';
import { importsSubscriptions } from '#modules/imports/subscribers.ts';
import { mergesSchedules } from '#modules/merges/jobs.ts';
import { mergesSubscriptions } from '#modules/merges/subscribers.ts';
import { notificationsSubscriptions } from '#modules/notifications/subscribers.ts';
import { privacySchedules } from '#modules/privacy/jobs.ts';
import { privacySubscriptions } from '#modules/privacy/subscribers.ts';
import { savedFiltersSubscriptions } from '#modules/saved-filters/subscribers.ts';
import { sendsSchedules } from '#modules/sends/jobs.ts';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { idempotencySchedules } from '#platform/http/forget-answers.ts';
import { mailSchedules } from '#platform/mail/transactional/forget-mails.ts';
import type { Schedule, Subscription } from '#platform/jobs/jobs.ts';
import { storageSchedules } from '#platform/storage/remove-partials.ts';

/** Every module's reactions to facts. */
export function allSubscriptions(context: AppContext): Subscription[] {
  return [
    ...importsSubscriptions(context),
    ...exportsSubscriptions(context),
    ...bulkActionsSubscriptions(context),
    ...contactsSubscriptions(context),
    ...mergesSubscriptions(context),
    ...privacySubscriptions(context),
    ...notificationsSubscriptions(context),
    ...savedFiltersSubscriptions(context),
  ];
}

/** Every module's work by the clock, and the plumbing's. */
export function allSchedules(context: AppContext): Schedule[] {
  return [
    ...accessSchedules(context),
    ...importsSchedules(context),
    ...exportsSchedules(context),
    ...bulkActionsSchedules(context),
    ...contactsSchedules(context),
    ...mergesSchedules(context),
    ...privacySchedules(context),
    ...sendsSchedules(context),
    ...idempotencySchedules(context),
    ...mailSchedules(context),
    ...storageSchedules(context),
  ];
}
