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
  stream(key: string): Promise<Readable>;
  bytes(key: string): Promise<Uint8Array>;
  /** At most so many bytes from a place on. */
  part(key: string, first: number, length: number): Promise<Uint8Array>;
  exists(key: string): Promise<boolean>;
  /** In bytes; undefined when there is no such object. */
  size(key: string): Promise<number | undefined>;
  remove(key: string): Promise<void>;
}

export function createObjectStore(dataDir: string): ObjectStore {
  const folder = join(dataDir, "objects");
  const disk = new Disk(new FSDriver({ location: pathToFileURL(`${folder}/`), visibility: "private" }));
  return {
    put: (key, content) => (content instanceof Readable ? disk.putStream(key, content) : disk.put(key, content)),
    stream: (key) => disk.getStream(key),
    // Not `disk.getBytes`: for a small file that shows the whole memory pool behind its buffer.
    bytes: async (key) => buffer(await disk.getStream(key)),
    async part(key, first, length) {
      const file = await open(join(folder, key));
      try {
        const { buffer: bytes, bytesRead } = await file.read(Buffer.alloc(length), 0, length, first);
        return bytes.subarray(0, bytesRead);
      } finally {
        await file.close();
      }
    },
    size: async (key) => ((await disk.exists(key)) ? (await disk.getMetaData(key)).contentLength : undefined),
    exists: (key) => disk.exists(key),
    remove: (key) => disk.delete(key),
  };
}
