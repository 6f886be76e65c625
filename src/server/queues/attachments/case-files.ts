import { findCaseQueues } from "#server/queues/dispatch/case-queues.ts";
import { plainPath } from "#server/engine/sandbox/paths.ts";
import type { SandboxFile } from "#server/engine/sandbox/sandbox.ts";
import type { FindAttached } from "#server/engine/program/program-call.ts";
import { type AttachmentRecord, attachmentsOfRun } from "./case-attachments.store.ts";

/** Attachments in one workspace, in bytes (ours): they are copied before the program begins. */
const maxCopiedBytes = 256_000_000;
const nameBytes = 255;

/**
 * The files that are attached to the case that a run works on, or was started for and may take: as they are when its program begins. The
 * oldest first, as many as fit.
 */
export const caseFiles: FindAttached = async ({ store, objects }, run) => {
  if (!run.has_slots) return { files: [], paths: new Map(), left: [] };
  const { consumes } = await findCaseQueues(store.db, run);
  const given = consumes.map(({ id }) => id);
  const files: SandboxFile[] = [];
  const paths = new Map<string, string>();
  const left: string[] = [];
  const taken = new Set<string>();
  let room = maxCopiedBytes;
  for (const { id, filename, size_bytes, object_key } of await attachmentsOfRun(store.db, run.id, given)) {
    if (object_key === null) continue;
    if (size_bytes > room) {
      left.push(filename);
      continue;
    }
    room -= size_bytes;
    const name = freeName(filename, taken);
    taken.add(name);
    paths.set(id, `attachments/${name}`);
    files.push({ path: name, size: size_bytes, open: () => objects.stream(object_key) });
  }
  return { files, paths, left };
};

/** Its own name, or where that is taken the next free one: "scan.pdf", "scan (2).pdf". Never one that leads out of the folder. */
export function freeName(filename: AttachmentRecord["filename"], taken: ReadonlySet<string>): string {
  const name = plainPath(filename) && !filename.includes("/") ? filename : "attachment";
  const dot = name.lastIndexOf(".");
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ""];
  let free = name;
  for (let number = 2; taken.has(free); number += 1) {
    const end = ` (${number})${extension}`;
    const letters = [...stem];
    while (letters.length > 1 && Buffer.byteLength(letters.join("") + end) > nameBytes) letters.pop();
    free = letters.join("") + end;
  }
  return free;
}
