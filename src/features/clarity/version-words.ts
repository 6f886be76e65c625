import type { CurrentProcessVersion } from "#contract/clarity/process.ts";
import type { State } from "#ui/status.tsx";

type Version = Pick<CurrentProcessVersion, "id" | "status" | "created_at">;

/** The number of a version: its place among those of the process, the first one is 1. `versions`: the newest first. */
export function numberOf(versions: readonly Version[], id: string): number {
  const at = versions.findIndex((version) => version.id === id);
  return at < 0 ? 0 : versions.length - at;
}

/** What is shown unless somebody asks for another one: a draft that is newer than the live version waits for a decision. */
export function versionToShow(versions: readonly Version[]): string | undefined {
  const [newest] = versions;
  if (newest?.status === "draft") return newest.id;
  return versions.find(({ status }) => status === "live")?.id ?? newest?.id;
}

export const versionStates: Readonly<Record<Version["status"], State>> = {
  live: { look: "live", word: "Live" },
  draft: { look: "draft", word: "Draft" },
  historic: { look: "past", word: "Previous" },
  generating: { look: "working", word: "Generating" },
};
