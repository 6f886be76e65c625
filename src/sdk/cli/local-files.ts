import { type FileHandle, open, readFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { UsageError } from "./exit-codes.ts";

/** A file that was named, or `-` for the standard input. */
export function readLocal(path: string, stdin: NodeJS.ReadableStream): Promise<Uint8Array> {
  return path === "-" ? buffer(stdin) : readFile(path).catch((error: unknown) => refuse(path, "read", error));
}

export function openLocal(path: string): Promise<FileHandle> {
  return open(path, "w").catch((error: unknown) => refuse(path, "written", error));
}

function refuse(path: string, done: "read" | "written", error: unknown): never {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "EISDIR") throw new UsageError(`“${path}” is a folder. Name a file.`);
  if (code === "EACCES" || code === "EPERM") throw new UsageError(`“${path}” cannot be ${done}: you have no right to it.`);
  if (code !== "ENOENT") throw new UsageError(`“${path}” cannot be ${done} (${code}).`);
  throw new UsageError(done === "read" ? `There is no file “${path}”.` : `“${path}” cannot be written: there is no such folder.`);
}
