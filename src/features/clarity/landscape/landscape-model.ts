import { soughtBy } from "#contract/sought.ts";
import { pathTo } from "#api/path-to.ts";
import type { Landscape, LandscapeLink, LandscapeNode, UnsortedProcess } from "#contract/clarity/node.ts";
import type { ProcessStage } from "#contract/clarity/process-stages.ts";
import type { LandscapeSearch } from "#features/clarity/clarity-search.ts";

/** A line of the landscape: an area, a process, a proposal, or a process of Unsorted. */
export interface Row {
  /** Of the place; of a process of Unsorted its own. */
  readonly id: string;
  readonly name: string;
  readonly kind: "area" | "process";
  readonly depth: number;
  readonly proposed: boolean;
  /** Of an area: how many processes are inside it. */
  readonly count: number;
  readonly stage: ProcessStage | undefined;
  readonly node: LandscapeNode | undefined;
  readonly process: LandscapeNode["process"] | UnsortedProcess;
}

/** Where a process is read: in its own team. Undefined for what is no process, or none of the teams of whoever asks. */
export function processLink({ process, node }: Pick<Row, "process" | "node">, teamId: string): string | undefined {
  if (!process) return undefined;
  const own = "teamId" in process ? process.teamId : (node?.teamId ?? teamId);
  const params = { teamId: own, processId: process.id };
  return pathTo("/t/$teamId/clarity/processes/$processId", params, process.version === 1 ? { version: 1 } : {});
}

/** An outermost area with all that is inside it. */
export interface Frame {
  readonly id: string;
  readonly name: string;
  /** Its own line; the frames of processes without an area have none. */
  readonly head: Row | undefined;
  readonly rows: readonly Row[];
}

/** Of the frames that are no areas. */
export const looseFrame = "loose";
export const unsortedFrame = "unsorted";

function rowOf(node: LandscapeNode, depth: number, count: number): Row {
  const { id, name, kind, existence, process } = node;
  const stage = process ? process.stage : kind === "process" ? "none" : undefined;
  return { id, name, kind, depth, proposed: existence === "proposed", count, stage, node, process };
}

/** The landscape as it is drawn: outermost areas, then what is in none, then Unsorted. */
export function framesOf({ nodes, unlinkedProcesses }: Pick<Landscape, "nodes" | "unlinkedProcesses">): Frame[] {
  const frames: Frame[] = [];
  const loose: Row[] = [];
  for (let at = 0; at < nodes.length;) {
    const first = nodes[at] as LandscapeNode;
    let end = at + 1;
    while ((nodes[end]?.depth ?? 0) > first.depth) end += 1;
    const inside = nodes.slice(at + 1, end);
    if (first.kind === "area") {
      const rows = inside.map((node, i) => rowOf(node, node.depth - 1, insideCount(inside, i)));
      frames.push({ id: first.id, name: first.name, head: rowOf(first, 0, processesIn(inside)), rows });
    } else loose.push(rowOf(first, 0, 0), ...inside.map((node, i) => rowOf(node, node.depth, insideCount(inside, i))));
    at = end;
  }
  const unsorted = unlinkedProcesses.map((process): Row => ({
    id: process.id,
    name: process.name,
    kind: "process",
    depth: 0,
    proposed: false,
    count: 0,
    stage: process.stage,
    node: undefined,
    process,
  }));
  return [
    ...frames,
    ...(loose.length > 0 ? [{ id: looseFrame, name: "No area", head: undefined, rows: loose }] : []),
    ...(unsorted.length > 0 ? [{ id: unsortedFrame, name: "Unsorted", head: undefined, rows: unsorted }] : []),
  ];
}

const processesIn = (nodes: readonly LandscapeNode[]) => nodes.filter(({ kind }) => kind === "process").length;

function insideCount(nodes: readonly LandscapeNode[], at: number): number {
  const own = nodes[at]?.depth ?? 0;
  const end = nodes.findIndex(({ depth }, i) => i > at && depth <= own);
  return processesIn(nodes.slice(at + 1, end === -1 ? undefined : end));
}

/** Whether what is sought leaves a line; undefined where nothing is sought. */
export function matcherOf({ search, stage, person }: LandscapeSearch): ((row: Row) => boolean) | undefined {
  if (search === undefined && stage === undefined && person === undefined) return undefined;
  const isSought = soughtBy(search ?? "");
  return (row) => {
    const people = row.process?.people ?? [];
    return (
      row.kind === "process" &&
      (stage === undefined || row.stage === stage) &&
      (person === undefined || people.some(({ id, userId, email }) => [id, userId, email].includes(person))) &&
      isSought([row.name, row.node?.ownerLabel ?? "", ...people.map(({ name }) => name)].join(" "))
    );
  };
}

/** The places on the way to a place and from it: along what is handed over as far as it goes, and what is linked otherwise. */
export function pathOf(links: readonly LandscapeLink[], chosen: string | undefined): ReadonlySet<string> {
  const found = new Set<string>();
  if (chosen === undefined) return found;
  const walk = (from: "sourceNodeId" | "targetNodeId", to: "sourceNodeId" | "targetNodeId") => {
    const seen = new Set([chosen]);
    const open = [chosen];
    for (let at = open.pop(); at !== undefined; at = open.pop())
      for (const link of links)
        if (link.type === "hands_off_to" && link[from] === at && !seen.has(link[to])) {
          seen.add(link[to]);
          open.push(link[to]);
        }
    seen.forEach((id) => found.add(id));
  };
  walk("sourceNodeId", "targetNodeId");
  walk("targetNodeId", "sourceNodeId");
  for (const { sourceNodeId, targetNodeId } of links) {
    if (sourceNodeId === chosen) found.add(targetNodeId);
    if (targetNodeId === chosen) found.add(sourceNodeId);
  }
  found.delete(chosen);
  return found;
}

/** Everyone who is involved somewhere, by name. */
export function peopleOf(frames: readonly Frame[]): { value: string; label: string }[] {
  const people = frames.flatMap(({ rows }) => rows.flatMap(({ process }) => process?.people ?? []));
  const named = new Map(people.map(({ userId, email, id, name }) => [userId ?? email ?? id, name]));
  return [...named].map(([value, label]) => ({ value, label })).toSorted((a, b) => a.label.localeCompare(b.label, "en"));
}
