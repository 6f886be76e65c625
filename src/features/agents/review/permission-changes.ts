import type { AccessEntry, AccessKind } from "#contract/agents/access.ts";
import type { ToolType } from "#contract/agents/config.ts";
import { toolLabel } from "#features/agents/tool-words.ts";

export interface PermissionChange {
  readonly key: string;
  /** As in `Secret MAIL_KEY`. */
  readonly name: string;
  readonly detail: string | null;
}

/** What may be done is part of the permission. Of secrets and logins the detail says whose they are and whether they are suspended. */
const ofDetail = new Set<AccessKind>(["file", "queue", "agent"]);

const kindWords: Record<AccessKind, string> = {
  tool: "",
  file: "",
  skill: "Skill ",
  secret: "Secret ",
  login: "Sign-in at ",
  connection: "Connection ",
  queue: "Queue ",
  agent: "Agent ",
};

/** What runs of one revision can reach beyond those of another, the widest first: every file and tool before what they are used on. */
export function permissionsBeyond(entries: readonly AccessEntry[], others: readonly AccessEntry[]): PermissionChange[] {
  const known = new Set(others.map(keyOf));
  return entries.flatMap((entry) => {
    const key = keyOf(entry);
    return known.has(key) ? [] : [{ key, name: nameOf(entry), detail: entry.detail }];
  });
}

function keyOf({ kind, id, name, detail }: AccessEntry): string {
  return [kind, id ?? name, ofDetail.has(kind) ? detail : ""].join("\n");
}

function nameOf({ kind, name }: AccessEntry): string {
  return kind === "tool" ? toolLabel(name as ToolType | "browser") : kindWords[kind] + name;
}
