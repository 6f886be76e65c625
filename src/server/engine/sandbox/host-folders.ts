/** Which folders of the host a job sees, and what therefore may not lie in them. */
import { lstatSync, readlinkSync, realpathSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import { SettingError } from "#server/platform/config.ts";

/** Programs, libraries and their data. The rest of /usr stays out: container images keep applications and their data in /usr/src. */
const system = [
  "/usr/bin",
  "/usr/lib",
  "/usr/lib32",
  "/usr/lib64",
  "/usr/libx32",
  "/usr/libexec",
  "/usr/share",
  "/usr/local/bin",
  "/usr/local/lib",
  "/bin",
  "/lib",
  "/lib32",
  "/lib64",
  "/libx32",
];

export interface HostFolder {
  path: string;
  /** Where it leads, if it is a link. */
  link: string | null;
}

/** The system's folders as this host has them: links into /usr, or folders of their own. */
export function systemFolders(): HostFolder[] {
  return system.flatMap((path) => {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat === undefined) return [];
    return [{ path, link: stat.isSymbolicLink() ? readlinkSync(path) : null }];
  });
}

/** The folder that shows `path` to every job, or null: `path` and all links on the way to it resolved, whether it exists yet or not. */
function shownBy(path: string): string | null {
  const real = resolved(path);
  const shown = systemFolders().find((folder) => folder.link === null && `${real}${sep}`.startsWith(`${folder.path}${sep}`));
  return shown?.path ?? null;
}

/** As `realpath`, for what does not exist yet too: the part that exists is resolved. */
export function resolved(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return dirname(path) === path ? path : join(resolved(dirname(path)), basename(path));
  }
}

/** Every program of an agent reads the folders that its sandbox shows. */
export function hiddenFromPrograms(name: string, path: string): string {
  const folder = shownBy(path);
  if (folder === null) return path;
  throw new SettingError(`${name} is ${path}. Agents' programs can read everything in ${folder}: choose a place outside of it.`);
}
