import { withTitles } from "#contract/clarity/edit/titled-prose.ts";
import { faultsOf } from "#contract/clarity/flow/step-faults.ts";
import { dataVersion, type SnapshotKind } from "#contract/clarity/snapshot.ts";
import type * as contract from "#contract/clarity/snapshots.ts";
import { settleRequests } from "#server/clarity/extra-captures/settle-requests.ts";
import { lockedProcess, requireIdle, requireProcess } from "#server/clarity/processes/require-process.ts";
import type { VersionData } from "#server/clarity/processes/version-data.ts";
import type { Context, Handlers } from "#server/platform/http/context.ts";
import { onlyContributes } from "#contract/roles.ts";
import { invalid, Refusal, refuse } from "#server/platform/http/refusal.ts";
import { requireSnapshotRoom } from "./require-snapshot.ts";
import {
  archive,
  findLive,
  findSnapshot,
  insertSnapshot,
  listSnapshots,
  makeLive,
  type SnapshotRecord,
  toSnapshot,
} from "./snapshots.store.ts";
import { requireCurrent, settleProcess } from "./settle-snapshot.ts";
import { settleSources } from "./sources.ts";

interface Address {
  readonly process_id: string;
  readonly kind: SnapshotKind;
  readonly snapshot_id: string;
}

export const claritySnapshotHandlers: Handlers<typeof contract> = {
  async listClarityProcessSnapshots({ params: { process_id, kind }, query }, context) {
    const process = await requireProcess(context, process_id);
    return listSnapshots(context.db, process.id, kind, query);
  },

  async getClarityProcessSnapshot({ params }, context) {
    await requireProcess(context, params.process_id);
    const found = await requireSnapshot(context, params);
    if (onlyContributes(context.team.role) && (params.kind !== "current_process" || found.status !== "live")) throw refuse("not_found");
    return { snapshot: toSnapshot(found) };
  },

  async saveClarityProcessSnapshot({ params: { process_id, kind }, body }, context) {
    const { db, caller } = context;
    const process = await lockedProcess(context, process_id);
    requireIdle(process);
    const faults = faultsOf(body.steps).map(({ path, message }) => ({ path: ["steps", ...path], message }));
    if (faults[0])
      throw new Refusal("invalid_request", { message: `${faults[0].path.join(".")}: ${faults[0].message}`, issues: faults.slice(0, 50) });
    const other = kind === "current_process" ? (["clarityCurrentProcessId", "projectedImpact"] as const) : (["swot"] as const);
    const strange = other.find((field) => body[field] !== undefined);
    if (strange) throw invalid([strange], kind === "current_process" ? "Only a proposal has this" : "A proposal has no such analysis");
    const baseline = await findSnapshot(db, process.id, kind, body.baselineSnapshotId);
    if (!baseline) throw invalid(["baselineSnapshotId"], "This process has no such version");
    const live = await findLive(db, process.id, kind);
    requireCurrent(baseline, live);
    await requireSnapshotRoom(db, process.id, kind);
    const changes = body.clarityCurrentProcessId ?? baseline.current_process_id;
    if (
      body.clarityCurrentProcessId !== undefined &&
      !(await findSnapshot(db, process.id, "current_process", body.clarityCurrentProcessId))
    )
      throw invalid(["clarityCurrentProcessId"], "This process has no such version");
    const asked = kind === "current_process" ? body.steps : await settleRequests(db, process.id, body.steps);
    const steps = await settleSources(db, process.id, asked, baseline.data.steps);
    const said = withTitles(baseline.data, baseline.data.steps, steps);
    const saved = await insertSnapshot(
      db,
      {
        process_id: process.id,
        kind,
        creator_type: "human",
        user_id: caller.userId,
        parent_id: baseline.id,
        current_process_id: changes,
        data: saidOf(kind, { ...said, ...withoutUndefined(body), version: dataVersion, steps }),
      },
      "live",
    );
    await settleProcess(context.db, process.id);
    return { snapshot: toSnapshot(saved) };
  },

  async promoteClarityProcessSnapshot({ params }, context) {
    const process = await lockedProcess(context, params.process_id);
    requireIdle(process);
    const snapshot = await requireSnapshot(context, params);
    if (snapshot.status === "live") throw refuse("already_live", "This version is already live.");
    const live = await makeLive(context.db, snapshot);
    await settleProcess(context.db, process.id);
    return { snapshot: toSnapshot(live) };
  },

  async revertClarityProcessSnapshot({ params }, context) {
    const process = await lockedProcess(context, params.process_id);
    requireIdle(process);
    await archive(context.db, await requireSnapshot(context, params));
    await settleProcess(context.db, process.id);
    return { success: true as const };
  },
};

async function requireSnapshot({ db }: Context, { process_id, kind, snapshot_id }: Address): Promise<SnapshotRecord> {
  const found = await findSnapshot(db, process_id, kind, snapshot_id);
  if (!found) throw refuse("not_found");
  return found;
}

/** What only the other kind has is left out. */
function saidOf(kind: SnapshotKind, { version, steps, summary, swot, projectedImpact }: VersionData): VersionData {
  const about = { version, steps, ...(summary !== undefined && { summary }) };
  if (kind === "current_process") return { ...about, ...(swot !== undefined && { swot }) };
  return { ...about, ...(projectedImpact !== undefined && { projectedImpact }) };
}

function withoutUndefined({ summary, swot, projectedImpact }: Partial<VersionData>): Partial<VersionData> {
  return {
    ...(summary !== undefined && { summary }),
    ...(swot !== undefined && { swot }),
    ...(projectedImpact !== undefined && { projectedImpact }),
  };
}
