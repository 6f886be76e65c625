import { createHash } from "node:crypto";
import { maxSkillText, skillDescription, skillFile, skillName } from "#contract/library/skills.ts";
import { z } from "#contract/zod.ts";
import { Refusal } from "#server/platform/http/refusal.ts";
import { ArchiveRefused, type Contents, isZip, unpack } from "#server/library/files/archive.ts";
import { decodeText } from "#server/library/files/decode-text.ts";
import { readFrontMatter } from "./front-matter.ts";

/** A skill as somebody sends it: what its SKILL.md says it is, and its files by path. */
export interface SkillContent {
  readonly name: string;
  readonly description: string;
  readonly files: Contents;
}

/** Reads a SKILL.md or a ZIP with one at its root or in the only folder there. Throws invalid_skill with the sentence for whoever sent it. */
export async function readUpload(bytes: Buffer): Promise<SkillContent> {
  const files = isZip(bytes) ? await unpacked(bytes) : new Map([[skillFile, bytes]]);
  const main = files.get(skillFile);
  if (!main) throw unusable(notAtRoot([...files.keys()]));
  return { ...describeSkill(main), files };
}

async function unpacked(bytes: Buffer): Promise<Contents> {
  try {
    return withoutFolder(await unpack(bytes));
  } catch (error) {
    throw error instanceof ArchiveRefused ? unusable(error.message) : error;
  }
}

/** What most tools make of a folder is an archive with that folder in it. */
function withoutFolder(files: Contents): Contents {
  const [first = ""] = files.keys();
  const folder = first.slice(0, first.indexOf("/") + 1);
  if (folder === "" || !files.has(folder + skillFile) || ![...files.keys()].every((path) => path.startsWith(folder))) return files;
  return new Map([...files].map(([path, bytes]) => [path.slice(folder.length), bytes]));
}

function notAtRoot(paths: readonly string[]): string {
  const deeper = paths.find((path) => path.endsWith(`/${skillFile}`));
  const other = paths.find((path) => path.toLowerCase() === skillFile.toLowerCase());
  if (other) return `The file is named ${other}; it must be named ${skillFile}.`;
  if (deeper) return `${skillFile} is in ${deeper.slice(0, -skillFile.length)}. Pack only that folder or its contents.`;
  return `The archive has no ${skillFile} at its root.`;
}

/** Name and description out of a SKILL.md. Throws invalid_skill. */
export function describeSkill(bytes: Buffer): { name: string; description: string } {
  const text = bytes.length > 4 * maxSkillText ? undefined : decodeText(bytes);
  if (text === undefined) throw unusable(`This is neither a ZIP nor a ${skillFile} in UTF-8.`);
  if (text.length > maxSkillText) throw unusable(`A ${skillFile} may have at most ${maxSkillText.toLocaleString("en")} characters.`);
  const matter = readFrontMatter(text);
  if (!matter) throw unusable(`${skillFile} must start with front matter: a line ---, then name and description, then another line ---.`);
  if (matter.unreadable !== undefined) {
    const words = `${skillFile}, line ${matter.unreadable}: this is not YAML that can be read for certain. Put the value in double quotes.`;
    throw unusable(words, String(matter.unreadable));
  }
  const said = Described.safeParse(Object.fromEntries(matter.fields));
  if (said.success) return said.data;
  const issues = said.error.issues.map(({ path, message }) => ({ path: path.map(String), message }));
  throw new Refusal("invalid_skill", {
    message: issues.map(({ path, message }) => `${skillFile}, ${path.join(".")}: ${message}`).join("\n"),
    issues,
  });
}

const Described = z.object({ name: skillName, description: skillDescription });

/** `line`: which line of the front matter is meant. */
export function unusable(message: string, line?: string): Refusal {
  return new Refusal("invalid_skill", { message, ...(line && { issues: [{ path: [line], message }] }) });
}

export function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

export interface Changes {
  readonly added: string[];
  readonly changed: string[];
  readonly removed: string[];
  readonly unchanged: string[];
}

/** What replacing the old files by new ones would do, told by their digests. */
export function compareFiles(old: ReadonlyMap<string, string>, files: Contents): Changes {
  const digests = new Map([...files].map(([path, bytes]) => [path, sha256(bytes)]));
  const paths = [...digests.keys()].toSorted();
  return {
    added: paths.filter((path) => !old.has(path)),
    changed: paths.filter((path) => old.has(path) && old.get(path) !== digests.get(path)),
    removed: [...old.keys()].filter((path) => !digests.has(path)).toSorted(),
    unchanged: paths.filter((path) => old.get(path) === digests.get(path)),
  };
}
