export { makeAnswerToken, readAnswerToken } from './answer-token.ts';
export type { AnswerTarget } from './answer-token.ts';
export { readBacklog } from './backlog.ts';
export type { Backlog } from './backlog.ts';
export { countAnswers, readInvitationDays } from './invitation-days.ts';
export type { InvitationSums } from './invitation-days.ts';
export { findInvitedItems, invitedItems, recordEvidence } from './invited-items.ts';
export type { Evidence, InvitedItem, ItemKey } from './invited-items.ts';
export { itemState } from './item-state.ts';
