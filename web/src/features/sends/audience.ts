import type { ContactId, ImportId, SegmentId } from '@escuta/contract/ids';
import type { Audience } from '@escuta/contract/sends';

export const audienceKinds = ['all', 'segment', 'search', 'import'] as const;
export type AudienceKind = (typeof audienceKinds)[number];

/** Who receives, as the address of the page says it. */
export interface AudienceChoice {
  readonly to?: AudienceKind | undefined;
  readonly search?: string | undefined;
  readonly importId?: ImportId | undefined;
  readonly segmentId?: SegmentId | undefined;
  /** One person, from their page, in place of all that. */
  readonly contactId?: ContactId | undefined;
}

/** Which of the ways to choose people is open: the one chosen, else the one that a link filled in. */
export function audienceKind({ to, search, importId, segmentId }: AudienceChoice): AudienceKind | undefined {
  return to ?? (segmentId ? 'segment' : importId ? 'import' : search ? 'search' : undefined);
}

/** The audience that a choice means, or undefined while it is not complete. */
export function audienceOf(choice: AudienceChoice): Audience | undefined {
  if (choice.contactId) return { kind: 'contacts', contactIds: [choice.contactId] };
  const search = choice.search?.trim();
  switch (audienceKind(choice)) {
    case 'all':
      return { kind: 'all' };
    case 'search':
      return search ? { kind: 'search', search } : undefined;
    case 'import':
      return choice.importId ? { kind: 'import', importId: choice.importId } : undefined;
    case 'segment':
      return choice.segmentId ? { kind: 'segment', segmentId: choice.segmentId } : undefined;
    default:
      return undefined;
  }
}
