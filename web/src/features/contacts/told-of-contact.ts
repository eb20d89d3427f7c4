import { listConsents } from '@escuta/contract/consents';
import { getEmailStatus, getTimeline, listContactScores } from '@escuta/contract/timeline';

/** What the page of a contact tells beside their data: old once another address, person or past is theirs. */
export const toldOfContact = [getTimeline, listContactScores, listConsents, getEmailStatus] as const;
