import { v7 } from 'uuid';

/** A new UUIDv7: sorts by time of making, unique everywhere. The caller names the noun's brand. */
export function newId<Id extends string = string>(): Id {
  return v7() as Id;
}
