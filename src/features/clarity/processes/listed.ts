import type { AssignedLabel, Landscape } from "#contract/clarity/node.ts";
import type { ClarityProcessRow } from "#contract/clarity/process.ts";
import type { ProcessStage } from "#contract/clarity/process-stages.ts";
import { isOutdated } from "#features/clarity/process-words.ts";

/** A process of the list with what the landscape knows of it. */
export interface ListedProcess extends ClarityProcessRow {
  readonly summary: string | null;
  readonly area: string | undefined;
  readonly labels: readonly AssignedLabel[];
}

type Known = Pick<ListedProcess, "summary" | "area" | "labels">;

/** What the landscape knows of processes, by their ids. */
export function knownOf(landscape: Landscape | undefined): ReadonlyMap<string, Known> {
  if (!landscape) return new Map();
  const nameOf = new Map(landscape.nodes.map(({ id, name }) => [id, name]));
  const placed = landscape.nodes.flatMap(({ process, parentId, labels }) =>
    process ? [[process.id, { summary: process.summary, area: nameOf.get(parentId ?? ""), labels }] as const] : [],
  );
  const loose = landscape.unlinkedProcesses.map(({ id, summary, labels }) => [id, { summary, area: undefined, labels }] as const);
  return new Map<string, Known>([...placed, ...loose]);
}

export function listed(rows: readonly ClarityProcessRow[], known: ReadonlyMap<string, Known>): ListedProcess[] {
  return rows.map((row) => ({ summary: null, area: undefined, labels: [], ...row, ...known.get(row.id) }));
}

const isAt = (stage: ProcessStage) => (row: ListedProcess) => row.stage === stage;

/** The tabs of the list. */
export const shows = {
  all: () => true,
  none: isAt("none"),
  captured: isAt("captured"),
  described: isAt("described"),
  proposed: isAt("proposed"),
  handed_over: isAt("handed_over"),
  measured: isAt("measured"),
  outdated: ({ failures_since_evidence: failures }: ListedProcess) => isOutdated({ failures }),
  failed: ({ status }: ListedProcess) => status === "generation_failed",
};
