import { useSyncExternalStore } from "react";
import { uploadFile } from "./upload-file.ts";

export type UploadState = "exists" | "queued" | "sending" | "done" | "failed";

export interface Upload {
  readonly id: number;
  readonly teamId: string;
  readonly path: string;
  readonly size: number;
  readonly sent: number;
  /** `exists`: a file has this path already and a person has to say whether it is replaced. */
  readonly state: UploadState;
  readonly reason?: string;
}

const atOnce = 3;
let uploads: readonly Upload[] = [];
let lastId = 0;
interface Part {
  file: File;
  stop: AbortController;
  onDone: () => void;
  /** Where pieces of it lie already. */
  begunAt?: string;
}
const parts = new Map<number, Part>();
const readers = new Set<() => void>();

/** Lives outside of the screen, so that an upload goes on while somebody looks at something else. */
export function useUploads(teamId: string): readonly Upload[] {
  const all = useSyncExternalStore(
    (reader) => {
      readers.add(reader);
      return () => readers.delete(reader);
    },
    () => uploads,
  );
  return all.filter((upload) => upload.teamId === teamId);
}

/** Sends files into a folder; those whose path `taken` knows wait for {@link replaceUpload}. */
export function startUploads(
  teamId: string,
  folder: string,
  files: readonly File[],
  taken: (path: string) => boolean,
  onDone: () => void,
): void {
  const added = files.map((file): Upload => {
    const path = folder === "" ? file.name : `${folder}/${file.name}`;
    lastId += 1;
    parts.set(lastId, { file, stop: new AbortController(), onDone });
    return { id: lastId, teamId, path, size: file.size, sent: 0, state: taken(path) ? "exists" : "queued" };
  });
  set([...uploads, ...added]);
  pump();
}

export function replaceUpload(id: number): void {
  change(id, { state: "queued" });
  pump();
}

export function retryUpload(id: number): void {
  const part = parts.get(id);
  if (part) parts.set(id, { ...part, stop: new AbortController() });
  change(id, { state: "queued" });
  pump();
}

/** Takes an upload off the list; one that is under way ends. */
export function dropUpload(id: number): void {
  parts.get(id)?.stop.abort();
  parts.delete(id);
  set(uploads.filter((upload) => upload.id !== id));
  pump();
}

/** Takes everything off that has ended well or waits for an answer nobody wants to give. */
export function clearUploads(teamId: string): void {
  for (const upload of uploads)
    if (upload.teamId === teamId && upload.state !== "sending" && upload.state !== "queued") parts.delete(upload.id);
  set(uploads.filter((upload) => parts.has(upload.id)));
}

function pump(): void {
  for (const upload of uploads) {
    if (uploads.filter((each) => each.state === "sending").length >= atOnce) break;
    if (upload.state === "queued") void send(upload);
  }
}

async function send({ id, teamId, path }: Upload): Promise<void> {
  const part = parts.get(id);
  if (!part) return;
  change(id, { state: "sending" });
  try {
    await uploadFile({
      teamId,
      path,
      file: part.file,
      signal: part.stop.signal,
      onProgress: (sent) => change(id, { sent }),
      begunAt: part.begunAt,
      onBegun: (address) => (part.begunAt = address),
    });
    change(id, { state: "done" });
    part.onDone();
  } catch (error) {
    change(id, { state: "failed", reason: error instanceof Error ? error.message : String(error) });
  }
  pump();
}

function change(id: number, part: Partial<Upload>): void {
  set(uploads.map((upload) => (upload.id === id ? { ...upload, ...part } : upload)));
}

function set(next: readonly Upload[]): void {
  uploads = next;
  const busy = uploads.some((upload) => upload.state === "sending" || upload.state === "queued");
  if (busy) addEventListener("beforeunload", askBeforeLeaving);
  else removeEventListener("beforeunload", askBeforeLeaving);
  for (const reader of readers) reader();
}

function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
