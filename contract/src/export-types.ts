/* What exports are, without their routes: also the bell of the shell knows it. */

/** What is exported: the contacts that a list finds, the responses to one survey or to several, or the messages of sends. */
export const exportTypes = ['export_contacts', 'export_single_survey', 'export_multi_survey', 'export_sends'] as const;
export type ExportType = (typeof exportTypes)[number];

/** What a row of a file of responses is: one of them, or one question that was put to somebody. */
export const exportModes = ['responses', 'questions'] as const;
export type ExportMode = (typeof exportModes)[number];

/** How a file of responses names what it holds: in words, or by the codes that its code book explains. */
export const exportValues = ['labels', 'codes'] as const;
export type ExportValues = (typeof exportValues)[number];

/** `finished`, `error` and `cancelled` are ends. */
export const exportStatuses = ['pending', 'running', 'finished', 'error', 'cancelled'] as const;
export type ExportStatus = (typeof exportStatuses)[number];

/** How long the file of a finished export is kept (EXPORT-09). */
export const exportKeptMs = 7 * 24 * 3_600_000;

/** Whether the file of an export that ended then is gone, or about to be. */
export function isExportExpired(endedAt: string | Date, now: Date): boolean {
  return now.getTime() - new Date(endedAt).getTime() >= exportKeptMs;
}
