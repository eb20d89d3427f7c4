/* What exports are, without their routes: the notification bell uses it too. */

interface ExportDefinition {
  /** What it is called on the wire (ENTITY-11). */
  readonly types: readonly string[];
  /** The name of what is counted in its file. */
  readonly counts: string;
  /** Whether the list counts the same. */
  readonly isCountedByList: boolean;
  /** Whether it is of surveys, with what a row of its file is and how it names what it holds (EXPORT-03). */
  readonly isOfSurveys: boolean;
}

/**
 * What is exported in the background: the contacts that a list finds, its responses, to one survey or to several, or the messages
 * of its sends.
 */
export const exportKinds = {
  contacts: { types: ['export_contacts'], counts: 'contacts', isCountedByList: true, isOfSurveys: false },
  responses: {
    types: ['export_single_survey', 'export_multi_survey'],
    counts: 'responses',
    isCountedByList: true,
    isOfSurveys: true,
  },
  sends: { types: ['export_sends'], counts: 'messages', isCountedByList: false, isOfSurveys: false },
} as const satisfies Record<string, ExportDefinition>;
export type ExportKind = keyof typeof exportKinds;
export const exportKindNames = Object.keys(exportKinds) as readonly ExportKind[];
export type ExportType = (typeof exportKinds)[ExportKind]['types'][number];
export const exportTypes: readonly ExportType[] = Object.values(exportKinds).flatMap(({ types }) => types);

/** The kind that a type is of. */
export function kindOfExport(type: ExportType): ExportKind {
  const isOf = (kind: ExportKind) => (exportKinds[kind].types as readonly ExportType[]).includes(type);
  return exportKindNames.find(isOf) as ExportKind;
}

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
