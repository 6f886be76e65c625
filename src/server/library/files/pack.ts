import { setImmediate } from "node:timers/promises";
import { Zip, ZipDeflate } from "fflate";
import type { SkillFileEntry } from "#server/library/skills/skills.store.ts";

/** A ZIP of files. Other requests are answered between two of them. */
export async function pack(files: readonly SkillFileEntry[]): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  for (const file of files) {
    const entry = new ZipDeflate(file.path);
    entry.mtime = file.updated_at;
    zip.add(entry);
    entry.push(await file.bytes(), true);
    await setImmediate();
  }
  zip.end();
  return Buffer.concat(chunks);
}
