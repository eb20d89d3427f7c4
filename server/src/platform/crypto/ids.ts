import { stringify, v7 } from 'uuid';

/** A new UUIDv7: sorts by time of making, unique everywhere. The caller names the noun's brand. */
export function newId<Id extends string = string>(): Id {
  return v7() as Id;
}

/** The id whose 16 bytes these are. The caller names the noun's brand. */
export function idOf<Id extends string = string>(bytes: Buffer): Id {
  return stringify(bytes) as Id;
}
