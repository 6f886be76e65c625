import type { BundleFile, Config } from "#contract/agents/config.ts";
import { settingsOf } from "./settings-words.ts";

export interface SettingChange {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

export interface FileChange {
  readonly path: string;
  readonly before: BundleFile | undefined;
  readonly after: BundleFile | undefined;
}

export function changedSettings(before: Config, after: Config): SettingChange[] {
  const old = new Map(settingsOf(before));
  const now = new Map(settingsOf(after));
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((name) => ({ name, before: old.get(name) ?? "", after: now.get(name) ?? "" }))
    .filter((change) => change.before !== change.after);
}

/** The files that differ, by digest; a file under another path counts as one removed and one added. */
export function changedFiles(before: Config, after: Config): FileChange[] {
  const old = new Map(filesOf(before).map((file) => [file.path, file]));
  const now = new Map(filesOf(after).map((file) => [file.path, file]));
  return [...new Set([...old.keys(), ...now.keys()])]
    .toSorted()
    .map((path) => ({ path, before: old.get(path), after: now.get(path) }))
    .filter((change) => change.before?.sha256 !== change.after?.sha256);
}

export function filesOf({ data }: Config): readonly BundleFile[] {
  return "language" in data && data.source.kind === "files" ? (data.source.bundle?.files ?? []) : [];
}
