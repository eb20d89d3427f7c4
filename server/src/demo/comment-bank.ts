import type { Bucket } from '@escuta/contract/surveys';

/** Sentences by subject and by the group of who says them. */
export type CommentBank = Readonly<Record<string, Readonly<Record<Bucket, readonly string[]>>>>;
