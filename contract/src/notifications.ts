import { z } from 'zod';
import { exportTypes } from './export-types.ts';
import { BusinessUnitId, ExportId, ImportId, NotificationId } from './ids.ts';
import { importType } from './imports.ts';
import { byId, done, instant } from './primitives.ts';
import { route } from './route.ts';

/** What was told before files of answers could be imported does not say what came. */
const notifiedImportType = importType.default('import_contacts');

/** What a notification tells: its kind, and what the sentence about it needs. */
export const NotificationContent = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('import_finished'),
    importId: ImportId,
    businessUnitId: BusinessUnitId,
    type: notifiedImportType,
    fileName: z.string(),
    /** How many contacts or answers the list of what it brought holds. */
    imported: z.number().int(),
    rejected: z.number().int(),
  }),
  z.object({
    kind: z.literal('import_failed'),
    importId: ImportId,
    businessUnitId: BusinessUnitId,
    type: notifiedImportType,
    fileName: z.string(),
  }),
  z.object({
    kind: z.literal('export_finished'),
    exportId: ExportId,
    businessUnitId: BusinessUnitId,
    type: z.enum(exportTypes),
    /** How many contacts, responses or messages its file holds. */
    exported: z.number().int(),
  }),
  z.object({
    kind: z.literal('export_failed'),
    exportId: ExportId,
    businessUnitId: BusinessUnitId,
    type: z.enum(exportTypes),
  }),
]);
export type NotificationContent = z.infer<typeof NotificationContent>;

/** Something that one user is told, in one company (1§3). */
export const Notification = z.object({
  _id: NotificationId,
  content: NotificationContent,
  read: z.boolean(),
  created_at: instant,
});
export type Notification = z.infer<typeof Notification>;

/** How many notifications the bell lists. */
export const notificationsMax = 50;

/* The slash at the end of two of them is the specification's (1§7). */
export const listNotifications = route('GET /notification/', {
  summary: 'The newest notifications of the user, and how many of all are unread',
  permission: 'notifications.read',
  answer: z.object({ data: z.array(Notification), unread: z.number().int() }),
});

export const readAllNotifications = route('PUT /notification/', {
  summary: 'Mark all notifications of the user read',
  permission: 'notifications.read',
  answer: done,
});

export const readNotification = route('PUT /notification/:id', {
  summary: 'Mark a notification read',
  permission: 'notifications.read',
  params: byId(NotificationId),
  answer: done,
});
