import type { ScoreGroup } from '@escuta/contract/metrics';

/** Sentences by subject and by the group of whoever says them. */
export type CommentBank = Readonly<Record<string, Readonly<Record<ScoreGroup, readonly string[]>>>>;
