/** The parts of the editor, in the order of its tabs. */
export const sections = ['questions', 'closing', 'email', 'sms', 'look'] as const;
export type Section = (typeof sections)[number];

/** The section where the field with this path stands; undefined for the title, which stands above them all. */
export function sectionOf(path: string): Section | undefined {
  if (path === 'title') return undefined;
  if (path.startsWith('closings.')) return 'closing';
  if (path.startsWith('email.')) return 'email';
  if (path.startsWith('sms.')) return 'sms';
  return path === 'brandColor' ? 'look' : 'questions';
}
