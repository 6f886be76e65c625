import type { Readable } from "node:stream";

/** The object that tells whose files these are. No key of a row begins with a dot. */
export const markKey = ".installation";

/** Bytes by key. A key is written once and never changed: a new content gets a new key, so a reader never sees half of a change. */
export interface ObjectStore {
  /**
   * Once it returns, the bytes outlive a power cut. They are noted as unconfirmed before they can be seen: whoever ends before a row names
   * them leaves nothing that is not found again.
   */
  put(key: string, content: Readable | Uint8Array): Promise<void>;
  /** All of it, or from the first to the last byte. */
  stream(key: string, first?: number, last?: number): Readable;
  bytes(key: string): Promise<Uint8Array>;
  /** At most so many bytes from a place on. */
  part(key: string, first: number, length: number): Promise<Uint8Array>;
  exists(key: string): Promise<boolean>;
  /** Its size in bytes and when it was written; undefined when there is no such object. */
  about(key: string): Promise<{ size: number; written: Date } | undefined>;
  remove(key: string): Promise<void>;
  /** Keys written before an instant that nobody has confirmed. */
  unconfirmed(before: Date): AsyncIterable<string>;
  /** A row names them, or nothing does and they are removed. */
  confirm(keys: readonly string[]): Promise<void>;
  /** Removes what an interrupted `put` left before an instant. */
  removeCutOff(before: Date): Promise<void>;
  /** Every key that there is, in no particular order. */
  keys(): AsyncIterable<string>;
  /** Bytes for which there is room; undefined where nobody can say. */
  free(): Promise<number | undefined>;
  close(): void;
}
