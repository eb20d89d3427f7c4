import { z } from 'zod';
import { SystemNoticeId } from './ids.ts';
import { localText } from './local-text.ts';
import { byId, done, instant } from './primitives.ts';
import { route } from './route.ts';

/** How much a notice matters: something to know, something to mind, something that is broken. */
export const severities = ['info', 'warning', 'critical'] as const;
export type Severity = (typeof severities)[number];

export const SystemNoticeForm = z.object({
  severity: z.enum(severities),
  text: localText,
  /** When it is first shown, and when no longer. */
  from: instant,
  until: instant,
});
export type SystemNoticeForm = z.infer<typeof SystemNoticeForm>;

/** What the internal admin tells everybody, in every company. */
export const SystemNotice = SystemNoticeForm.extend({ _id: SystemNoticeId });
export type SystemNotice = z.infer<typeof SystemNotice>;

const notices = z.object({ data: z.array(SystemNotice) });

export const listSystemNotices = route('GET /system-notices', {
  summary: 'The notices of the platform that are shown now, those that matter most first',
  permission: 'session',
  answer: notices,
});

export const listAllSystemNotices = route('GET /system-notices/all', {
  summary: 'The notices of the platform that are shown now or will be, by the day on which they begin',
  permission: 'internal.admin',
  answer: notices,
});

export const createSystemNotice = route('POST /system-notices', {
  summary: 'Tell everybody something',
  permission: 'internal.admin',
  body: SystemNoticeForm,
  answer: SystemNotice,
  status: 201,
  errors: { NOTICE_ENDS_BEFORE: 422 },
});

export const deleteSystemNotice = route('DELETE /system-notices/:id', {
  summary: 'Take a notice of the platform back',
  permission: 'internal.admin',
  params: byId(SystemNoticeId),
  answer: done,
});
