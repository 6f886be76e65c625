import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, mkdir, open, opendir, rename, rm, stat, statfs, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import type { ObjectStore } from "./object-store.ts";

/** Keys lie below `objects/`; none begins with a dot. */
const [writing, unconfirmed] = [".writing", ".unconfirmed"];

export function createFolderStore(dataDir: string): ObjectStore {
  const folder = join(dataDir, "objects");
  const at = (key: string) => join(folder, key);
  const noteOf = (key: string) => join(folder, unconfirmed, encodeURIComponent(key));
  const flush = folderFlush();
  const stream = (key: string, start?: number, end?: number) =>
    createReadStream(at(key), { ...(start !== undefined && { start }), ...(end !== undefined && { end }) });
  const about = async (key: string) => {
    const found = await stat(at(key)).catch(absent);
    return found && { size: found.size, written: found.mtime };
  };
  return {
    async put(key, content) {
      const temporary = join(folder, writing, randomUUID());
      // It may fail before the pipeline listens, which then says so.
      if (content instanceof Readable) content.on("error", () => undefined);
      try {
        const { value: file } = await inFolder(temporary, () => open(temporary, "wx", 0o600));
        if (content instanceof Readable) await pipeline(content, file.createWriteStream({ flush: true }));
        else await writeWhole(file, content);
        await inFolder(noteOf(key), () => writeFile(noteOf(key), ""));
        const { made } = await inFolder(at(key), () => rename(temporary, at(key)));
        await flushFolders(flush, dirname(at(key)), made);
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },
    stream,
    bytes: async (key) => buffer(stream(key)),
    async part(key, first, length) {
      const file = await open(at(key));
      try {
        const { buffer: bytes, bytesRead } = await file.read(Buffer.alloc(length), 0, length, first);
        return bytes.subarray(0, bytesRead);
      } finally {
        await file.close();
      }
    },
    about,
    exists: async (key) => (await about(key)) !== undefined,
    remove: (key) => rm(at(key), { force: true }),
    async *unconfirmed(before) {
      for await (const name of olderFiles(join(folder, unconfirmed), before)) yield decodeURIComponent(name);
    },
    async confirm(keys) {
      for (const key of keys) await rm(noteOf(key), { force: true });
    },
    async removeCutOff(before) {
      for await (const name of olderFiles(join(folder, writing), before)) await rm(join(folder, writing, name), { force: true });
    },
    async *keys() {
      const entries = await opendir(folder, { recursive: true }).catch(absent);
      for await (const entry of entries ?? []) {
        const key = relative(folder, join(entry.parentPath, entry.name));
        if (entry.isFile() && !key.startsWith(".")) yield key;
      }
    },
    async free() {
      const disk = await statfs(dataDir).catch(() => undefined);
      return disk && disk.bavail * disk.bsize;
    },
    close() {},
  };
}

async function writeWhole(file: FileHandle, content: Uint8Array): Promise<void> {
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Makes a file, and its folder where there is none. `made`: the outermost of the folders that were made. */
async function inFolder<T>(path: string, make: () => Promise<T>): Promise<{ value: T; made: string | undefined }> {
  try {
    return { value: await make(), made: undefined };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    const made = await mkdir(dirname(path), { recursive: true });
    return { value: await make(), made };
  }
}

/** A name in a folder outlives a power cut once the folder is flushed; a folder that was made for it, once the one above is. */
async function flushFolders(flush: (folder: string) => Promise<void>, innermost: string, firstMade: string | undefined): Promise<void> {
  for (let each = innermost; ; each = dirname(each)) {
    await flush(each);
    if (firstMade === undefined || !each.startsWith(firstMade)) return;
  }
}

/** Flushes folders. All who ask while a folder is being flushed share the next time: what they did is in it. */
function folderFlush(): (folder: string) => Promise<void> {
  const next = new Map<string, Promise<void>>();
  const running = new Map<string, Promise<void>>();
  return (folder) => {
    const waiting = next.get(folder);
    if (waiting) return waiting;
    const before = running.get(folder) ?? Promise.resolve();
    const flushing = before
      .catch(() => undefined)
      .then(async () => {
        next.delete(folder);
        running.set(folder, flushing);
        const handle = await open(folder);
        await handle.sync().finally(() => handle.close());
      })
      .finally(() => {
        if (running.get(folder) === flushing) running.delete(folder);
      });
    next.set(folder, flushing);
    return flushing;
  };
}

async function* olderFiles(folder: string, before: Date): AsyncGenerator<string> {
  const entries = await opendir(folder).catch(absent);
  if (!entries) return;
  for await (const { name } of entries) {
    const found = await stat(join(folder, name)).catch(absent);
    if (found && found.mtime < before) yield name;
  }
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}
