import type { AccessKind } from "#contract/agents/access.ts";
import type { Config } from "#contract/agents/config.ts";
import { instructionsOf } from "#features/agents/settings-words.ts";
import { offeredTools, toolLabel } from "#features/agents/tool-words.ts";
import {
  compareFields,
  compareFiles,
  compareLists,
  comparePrograms,
  compareTexts,
  type Contents,
  type Difference,
  type FileChange,
  type ListItem,
} from "./compare.ts";

/** One part of a revision, and how two of them are compared. Pure. */
export interface Section {
  readonly id: string;
  readonly title: string;
  /** Undefined when nothing differs. */
  readonly compare: (before: Contents, after: Contents) => Difference | undefined;
}

/** Everything that a comparison shows, in this order. A further part is a line here. */
const sections: readonly Section[] = [
  { id: "instructions", title: "Instructions", compare: texts(instructionsOf) },
  { id: "settings", title: "Settings", compare: (before, after) => compareFields(before.config, after.config) },
  { id: "program", title: "Program", compare: (before, after) => comparePrograms(before.config, after.config) },
  { id: "code", title: "Files of the program", compare: (before, after) => compareFiles(before.config, after.config) },
  { id: "tools", title: "Tools", compare: lists(toolsOf) },
  { id: "files", title: "Team files", compare: lists(({ config }) => (config.data.files ?? []).map(plain)) },
  { id: "skills", title: "Skills", compare: lists(skillsOf) },
  { id: "secrets", title: "Secret keys", compare: lists(reached("secret")) },
  { id: "logins", title: "Logins", compare: lists(reached("login")) },
  { id: "queues", title: "Queues", compare: lists(reached("queue")) },
  { id: "agents", title: "Other agents", compare: lists(reached("agent")) },
];

export interface SectionDifference {
  readonly id: string;
  readonly title: string;
  readonly difference: Difference;
}

export function differencesOf(before: Contents, after: Contents): SectionDifference[] {
  return sections.flatMap(({ id, title, compare }) => {
    const difference = compare(before, after);
    return difference ? [{ id, title, difference }] : [];
  });
}

/** The places of a section where changes stand, each of which can be jumped to: a file is one, everything else is one together. */
export function blocksOf({ id, difference }: SectionDifference): string[] {
  return difference.kind === "files" ? difference.changes.map((change) => fileBlock(id, change)) : [id];
}

export function fileBlock(section: string, { path }: Pick<FileChange, "path">): string {
  return `${section}/${path}`;
}

function texts(read: (config: Config) => string | undefined): Section["compare"] {
  return (before, after) => compareTexts(read(before.config), read(after.config));
}

function lists(read: (contents: Contents) => readonly ListItem[]): Section["compare"] {
  return (before, after) => compareLists(read(before), read(after));
}

/** What lies outside of a configuration, as the service lists it. */
function reached(kind: AccessKind): (contents: Contents) => ListItem[] {
  return ({ access }) =>
    (access ?? []).filter((entry) => entry.kind === kind).map(({ id, name, detail }) => ({ id: id ?? name, name, detail }));
}

function toolsOf({ config: { data } }: Contents): ListItem[] {
  if ("language" in data) return [];
  const named = data.tools ?? [];
  // Those by name, so that every tool beside some of them shows which ones come or go.
  if (named.length === 0)
    return [...offeredTools.map(({ type, label }) => ({ id: type, name: label })), { id: "*", name: "Every built-in tool" }];
  return named.map(({ type }) => ({ id: type, name: toolLabel(type) }));
}

function skillsOf({ config: { data }, skillNames }: Contents): ListItem[] {
  if ("language" in data) return [];
  return (data.skills ?? []).map((id) => ({ id, name: skillNames?.get(id) ?? id }));
}

function plain(path: string): ListItem {
  return { id: path, name: path };
}
