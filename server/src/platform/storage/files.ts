import type { Readable } from 'node:stream';

/** Where files live. Keys are `/`-separated, made by us, without the names that people gave. */
export interface Files {
  /** Stores a stream whole or not at all. Throws when the source fails. */
  write(key: string, source: Readable): Promise<void>;
  /** Opens a file from a byte offset. Throws when it is not there. */
  read(key: string, fromByte?: number): Promise<Readable>;
  /** Size in bytes, or null when it is not there. */
  size(key: string): Promise<number | null>;
  /** Removes a file; nothing happens when it is not there. */
  remove(key: string): Promise<void>;
}
