import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { Disk } from "flydrive";
import { FSDriver } from "flydrive/drivers/fs";

/** Bytes by key. A key is written once and never changed: a new content gets a new key, so a reader never sees half of a change. */
export interface ObjectStore {
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
}

export function createObjectStore(dataDir: string): ObjectStore {
  const folder = join(dataDir, "objects");
  const disk = new Disk(new FSDriver({ location: pathToFileURL(`${folder}/`), visibility: "private" }));
  // Not the disk's own: it knows no parts of an object.
  const stream = (key: string, start?: number, end?: number) =>
    createReadStream(join(folder, key), { ...(start !== undefined && { start }), ...(end !== undefined && { end }) });
  return {
    put: (key, content) => (content instanceof Readable ? disk.putStream(key, content) : disk.put(key, content)),
    stream,
    // Not `disk.getBytes`: for a small file that shows the whole memory pool behind its buffer.
    bytes: async (key) => buffer(stream(key)),
    async part(key, first, length) {
      const file = await open(join(folder, key));
      try {
        const { buffer: bytes, bytesRead } = await file.read(Buffer.alloc(length), 0, length, first);
        return bytes.subarray(0, bytesRead);
      } finally {
        await file.close();
      }
    },
    async about(key) {
      if (!(await disk.exists(key))) return undefined;
      const { contentLength, lastModified } = await disk.getMetaData(key);
      return { size: contentLength, written: lastModified };
    },
    exists: (key) => disk.exists(key),
    remove: (key) => disk.delete(key),
  };
}
