import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { skillFile } from "#contract/library/skills.ts";
import { describeSkill } from "./skill-content.ts";

/** A skill that comes with the service: a folder beside this file, read once, changed by nobody. */
export interface SystemSkill {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly updated_at: string;
  readonly files: ReadonlyMap<string, Buffer>;
}

const root = join(import.meta.dirname, "system-skills");

export const systemSkills: readonly SystemSkill[] = readdirSync(root)
  .toSorted()
  .map((name) => {
    const folder = join(root, name);
    const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
    const files = new Map(paths.toSorted().map((path) => [path, readFileSync(join(folder, path))]));
    const changed = Math.max(...paths.map((path) => statSync(join(folder, path)).mtimeMs));
    const said = describeSkill(files.get(skillFile) ?? Buffer.alloc(0));
    if (said.name !== name) throw new Error(`the system skill in ${name}/ calls itself ${said.name}`);
    return { ...said, id: idOf(name), updated_at: new Date(changed).toISOString(), files };
  });

export function findSystemSkill(id: string): SystemSkill | undefined {
  return systemSkills.find((skill) => skill.id === id);
}

/** The same in every installation, so that a configuration can be carried from one to another (UUID version 8). */
function idOf(name: string): string {
  const hex = createHash("sha256").update(`system skill ${name}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
