import type * as contract from "#contract/clarity/landscape.ts";
import { type AssignedLabel, type LandscapeProcess, maxNodes } from "#contract/clarity/node.ts";
import type { Db } from "#server/platform/db/open.ts";
import { seesLandscape } from "#contract/clarity/rights.ts";
import { inSnapshot } from "#server/platform/db/snapshot.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { listUnplaced, readDetails } from "./details.store.ts";
import { listLinksOf, toLandscapeLink } from "./links.store.ts";
import { findPass } from "./passes.store.ts";
import { listPlaces, type PlacedProcess } from "./places.store.ts";
import { type Reach, reachOf, seesPlace } from "./reach.ts";
import { branchOf, placeFields, type Seen, teamOf, treeOf } from "./tree.ts";

export const clarityLandscapeHandlers: Handlers<typeof contract> = {
  async getClarityProcessTree({ params, query }, context) {
    const { tree, truncated } = await readTree(context.db, await reachOf(context, params.orgId), query.rootId);
    return { nodes: tree.map((seen) => ({ ...placeFields(seen), depth: seen.depth, team: teamOf(seen.place) })), truncated };
  },

  async listClarityLandscapeCaptures() {
    return { captures: [], total: 0, truncated: false };
  },

  async getClarityProcessLandscape({ params, query }, context) {
    const reach = await reachOf(context, params.orgId);
    return inSnapshot(context.db, async (at) => {
      const { tree, truncated } = await readTree(at, reach, query.rootId);
      // Unsorted is of the whole landscape: no branch has it.
      const all = query.rootId === undefined ? await listUnplaced(at, params.orgId) : [];
      const unplaced = all.filter(({ process }) => seesPlace(reach, { process }));
      const processes = [...tree.flatMap(({ place }) => place.process ?? []), ...unplaced.map(({ process }) => process)];
      const details = await readDetails(
        at,
        processes.map(({ id }) => id),
      );
      const shown = (process: PlacedProcess) => detailed(process, details.get(process.id));
      const nodes = tree.map((seen) => {
        const { place, depth } = seen;
        const of = place.process && shown(place.process);
        const team = teamOf(place);
        return {
          ...placeFields(seen),
          depth,
          process: of?.process ?? null,
          proposedSummary: place.description,
          teamId: team?.id ?? null,
          teamName: team?.name ?? null,
          assignedTeam: team,
          labels: of?.labels ?? [],
        };
      });
      const unlinkedProcesses = unplaced.slice(0, maxNodes).map(({ process, team_name }) => {
        const of = shown(process);
        return { ...of.process, teamId: process.team_id, teamName: team_name, labels: of.labels };
      });
      const pass = await findPass(at, params.orgId);
      return {
        nodes,
        links: (await linksIn(at, tree)).map(toLandscapeLink),
        unlinkedProcesses,
        stats: statsOf(tree, unlinkedProcesses),
        generation: {
          // Every capture belongs to a process.
          eligibleCaptureCount: 0,
          eligibleProcessCount: unlinkedProcesses.length,
          status: seesLandscape(reach) ? (pass?.status ?? "idle") : ("idle" as const),
          error: pass?.error ?? null,
        },
        truncated: truncated || unplaced.length > maxNodes,
      };
    });
  },
};

async function readTree(db: Db, reach: Reach, rootId: string | undefined): Promise<{ tree: Seen[]; truncated: boolean }> {
  const places = await listPlaces(db, reach.organizationId);
  const whole = treeOf(places.slice(0, maxNodes), (place) => seesPlace(reach, place));
  const tree = rootId === undefined ? whole : branchOf(whole, rootId);
  if (!tree) throw refuse("not_found");
  return { tree, truncated: places.length > maxNodes };
}

function linksIn(db: Db, tree: readonly Seen[]) {
  return listLinksOf(
    db,
    tree.map(({ place }) => place.id),
  );
}

type Details = Awaited<ReturnType<typeof readDetails>> extends ReadonlyMap<string, infer D> ? D : never;

function detailed(process: PlacedProcess, found: Details | undefined): { process: LandscapeProcess; labels: AssignedLabel[] } {
  const { id, name, status, version, updated_at: updatedAt } = process;
  if (!found) throw new Error("a process of the same snapshot has no details");
  const { labels, ...details } = found;
  return { process: { id, name, status, version, updatedAt, ...details }, labels };
}

function statsOf(tree: readonly Seen[], unsorted: readonly { updatedAt: string }[]) {
  const changed = [
    ...tree.map(({ place }) => place.process?.updated_at ?? place.updated_at),
    ...unsorted.map(({ updatedAt }) => updatedAt),
  ];
  return {
    totalNodes: tree.length,
    processNodes: tree.filter(({ place }) => place.kind === "process").length,
    proposedNodes: tree.filter(({ place }) => place.existence === "proposed").length,
    unsortedProcesses: unsorted.length,
    latestUpdatedAt: changed.toSorted().at(-1) ?? null,
  };
}
