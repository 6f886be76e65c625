import type { CurrentProcessVersion, ProposalVersion } from "#contract/clarity/process.ts";
import type { SnapshotKind } from "#contract/clarity/snapshot.ts";
import type { State } from "#ui/status.tsx";

/** A version of either kind, as lists have it. */
export type Version = Pick<CurrentProcessVersion, "id" | "status" | "created_at" | "creator_type" | "user_id">;

/** What the versions of a kind are called. */
export const versionNouns: Readonly<Record<SnapshotKind, string>> = { current_process: "Version", transformation_proposal: "Proposal" };

/** The number of a version: its place among those of the process, the first one is 1. `versions`: the newest first. */
export function numberOf(versions: readonly Pick<Version, "id">[], id: string): number {
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

/** What a version of a process is. A draft of before the live version waits for no decision. */
export function stateIn(versions: readonly Version[], { id, status }: Version): State {
  const live = versions.find((version) => version.status === "live");
  const isPassed = status === "draft" && live !== undefined && numberOf(versions, id) < numberOf(versions, live.id);
  return isPassed ? { look: "past", word: "Draft, never live" } : versionStates[status];
}

/** A version as one side of a comparison. */
export interface Comparable extends Version {
  readonly kind: SnapshotKind;
  readonly title: string;
}

/** Everything that can be compared: the proposals, then the versions of the current process. */
export function comparable(versions: readonly CurrentProcessVersion[], proposals: readonly ProposalVersion[]): Comparable[] {
  const titled = (all: readonly Version[], kind: SnapshotKind) =>
    all.map((one) => ({ ...one, kind, title: `${versionNouns[kind]} ${numberOf(all, one.id)}` }));
  return [...titled(proposals, "transformation_proposal"), ...titled(versions, "current_process")];
}
