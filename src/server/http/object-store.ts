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
  exists(key: string): Promise<boolean>;
  remove(key: string): Promise<void>;
}

export function createObjectStore(dataDir: string): ObjectStore {
  const disk = new Disk(new FSDriver({ location: pathToFileURL(`${join(dataDir, "objects")}/`), visibility: "private" }));
  return {
    put: (key, content) => (content instanceof Readable ? disk.putStream(key, content) : disk.put(key, content)),
    stream: (key) => disk.getStream(key),
    // Not `disk.getBytes`: for a small file that shows the whole memory pool behind its buffer.
    bytes: async (key) => buffer(await disk.getStream(key)),
    exists: (key) => disk.exists(key),
    remove: (key) => disk.delete(key),
  };
}
