import type { Import } from '@escuta/contract/imports';
import type { AudiencePreview, SendChannel } from '@escuta/contract/sends';
import type { Survey } from '@escuta/contract/surveys';
import { audienceKind } from '#web/features/sends/audience.ts';
import type { AudienceChoice } from '#web/features/sends/audience.ts';

/** What keeps a send from going, by the field where it is put right. Each is a key of the texts. */
export interface SendProblems {
  readonly survey?: 'new.survey.required' | 'new.survey.notFound' | 'new.survey.notPublished';
  readonly audience?:
    | 'new.audience.required'
    | 'new.audience.noContacts'
    | 'new.audience.nobody'
    | 'new.audience.onlyQuarantined'
    | 'new.toContact.nobody'
    | 'new.toContact.onlyQuarantined';
  readonly search?: 'new.audience.searchRequired' | 'new.audience.searchNoMatch';
  readonly importId?: 'new.audience.importRequired' | 'new.audience.importRunning' | 'new.audience.importEmpty';
  readonly segmentId?: 'new.audience.segmentRequired' | 'new.audience.segmentNotFound' | 'new.audience.segmentEmpty';
  readonly channel?: 'new.channel.notAvailable';
}

/** A send as far as it is filled in. What is not loaded yet is undefined and no problem. */
export interface UnfinishedSend {
  readonly surveyId: string | undefined;
  /** What the address names as one is none of this unit. */
  readonly isSurveyMissing?: boolean;
  readonly survey: Pick<Survey, 'status' | 'version'> | undefined;
  readonly choice: AudienceChoice;
  readonly chosenImport: Pick<Import, 'status'> | undefined;
  /** The segment or list that the address names is none of this unit. */
  readonly isSegmentMissing?: boolean;
  readonly preview: Pick<AudiencePreview, 'contacts' | 'eligible' | 'quarantined'> | undefined;
  readonly channel: SendChannel;
  readonly offered: readonly SendChannel[] | undefined;
}

/** Finds what is missing or wrong; nothing when the send may go. */
export function sendProblems(unfinished: UnfinishedSend): SendProblems {
  const { surveyId, isSurveyMissing, survey, choice, chosenImport, preview, channel, offered } = unfinished;
  return {
    ...(surveyId === undefined ? { survey: 'new.survey.required' } : {}),
    ...(isSurveyMissing ? { survey: 'new.survey.notFound' } : {}),
    ...(survey && !isSendable(survey) ? { survey: 'new.survey.notPublished' } : {}),
    ...(audienceKind(choice) === undefined && !choice.contactId ? { audience: 'new.audience.required' } : {}),
    ...(audienceKind(choice) === 'search' && !choice.search?.trim() ? { search: 'new.audience.searchRequired' } : {}),
    ...(preview?.eligible === 0 ? emptyAudience(choice, preview) : {}),
    ...(audienceKind(choice) === 'import' ? importProblem(choice, chosenImport) : {}),
    ...(audienceKind(choice) === 'segment' ? segmentProblem(unfinished) : {}),
    ...(offered && !offered.includes(channel) ? { channel: 'new.channel.notAvailable' } : {}),
  };
}

function importProblem({ importId }: AudienceChoice, chosen: UnfinishedSend['chosenImport']): SendProblems {
  if (!importId) return { importId: 'new.audience.importRequired' };
  // A failed one keeps the contacts that it brought.
  const isOver = chosen === undefined || chosen.status === 'finished' || chosen.status === 'error';
  return isOver ? {} : { importId: 'new.audience.importRunning' };
}

function segmentProblem({ choice, isSegmentMissing, preview }: UnfinishedSend): SendProblems {
  if (!choice.segmentId) return { segmentId: 'new.audience.segmentRequired' };
  if (isSegmentMissing) return { segmentId: 'new.audience.segmentNotFound' };
  return preview?.contacts === 0 ? { segmentId: 'new.audience.segmentEmpty' } : {};
}

/** Nobody was found, or nobody can be reached; people in quarantine can all the same, if somebody says so. */
function emptyAudience(
  choice: AudienceChoice,
  preview: Pick<AudiencePreview, 'contacts' | 'quarantined'>,
): SendProblems {
  if (choice.contactId)
    return { audience: preview.quarantined > 0 ? 'new.toContact.onlyQuarantined' : 'new.toContact.nobody' };
  if (preview.quarantined > 0) return { audience: 'new.audience.onlyQuarantined' };
  if (preview.contacts > 0) return { audience: 'new.audience.nobody' };
  switch (audienceKind(choice)) {
    case 'search':
      return { search: 'new.audience.searchNoMatch' };
    case 'import':
      return { importId: 'new.audience.importEmpty' };
    case 'segment':
      return {};
    default:
      return { audience: 'new.audience.noContacts' };
  }
}

/** A survey can be sent while it takes answers. */
export function isSendable({ status, version }: Pick<Survey, 'status' | 'version'>): boolean {
  return status === 'active' && version !== null;
}
