import { clarityEvents } from "#contract/clarity/events.ts";
import { dataVersion, type SnapshotKind } from "#contract/clarity/snapshot.ts";
import { lockProcess, patchProcess, type ProcessRecord } from "#server/clarity/processes/processes.store.ts";
import type { VersionData } from "#server/clarity/processes/version-data.ts";
import { proposalWriter } from "#server/clarity/proposals/ask-proposer.ts";
import { insertProposal } from "#server/clarity/proposals/insert-proposal.ts";
import { describeSnapshot, findSnapshot, insertSnapshot, settledStatus } from "#server/clarity/snapshots/snapshots.store.ts";
import { storable } from "#server/engine/log/log-messages.ts";
import { LeaseLost } from "#server/engine/log/run-log.ts";
import type { EngineServices } from "#server/engine/services.ts";
import type { Db } from "#server/platform/db/open.ts";
import { record } from "#server/platform/events/record.ts";
import { currentWriter } from "./ask-writer.ts";
import { type ClaimedGeneration, type GenerationPatch, removeHeld, writeHeld } from "./generations.store.ts";
import type { Pipeline } from "./pipeline.ts";
import { progressOf } from "./progress.ts";
import type { Writer } from "./writer.ts";

const writers: Readonly<Record<SnapshotKind, Writer>> = { current_process: currentWriter, transformation_proposal: proposalWriter };

const step: Pipeline["step"] = async (services, held, process, signal) => {
  if (held.data === null) {
    const { turns, flow } = await writers[held.kind].steps(services, held, process, signal);
    if (!flow) return keep(services, held, { turns });
    return keep(services, held, { turns: [], data: { version: dataVersion, steps: flow } });
  }
  const { turns, said } = await writers[held.kind].words(services, held, held.data, process, signal);
  if (!said) return keep(services, held, { turns });
  await finish(services, held, { ...held.data, ...said });
  return undefined;
};

/** Stores what was done before anybody is told of it. */
async function keep(
  services: EngineServices,
  held: ClaimedGeneration,
  patch: Pick<GenerationPatch, "turns" | "data">,
): Promise<ClaimedGeneration> {
  const phase = (patch.data ?? held.data) !== null ? "summarize" : patch.turns && patch.turns.length > 0 ? "check" : "write";
  const clean = { attempt: 0, retry_reason: null };
  const turns = await writeHeld(
    services.store.db,
    held,
    { ...patch, ...clean },
    progressOf({ task: held.task === "postprocess" ? "postprocess" : "generate", kind: held.kind }, phase),
  );
  tell(services, held);
  return { ...held, ...patch, ...clean, turns };
}

/** A generated version is a draft: somebody makes it live. */
async function finish(services: EngineServices, held: ClaimedGeneration, data: VersionData): Promise<void> {
  await end(services, held, async (tx, process) => {
    const { process_id, kind, user_id, snapshot_id } = held;
    if (held.task === "postprocess") {
      const snapshot = snapshot_id === null ? undefined : await findSnapshot(tx, process_id, kind, snapshot_id);
      const { summary, swot, projectedImpact } = data;
      const said = kind === "current_process" ? { summary, swot } : { summary, projectedImpact };
      if (snapshot) await describeSnapshot(tx, snapshot, said);
    } else {
      const made = { process_id, kind, creator_type: "ai", user_id, parent_id: snapshot_id } as const;
      if (held.proposal) await insertProposal(tx, { ...made, current_process_id: held.proposal.source, data }, held);
      else await insertSnapshot(tx, { ...made, current_process_id: null, data }, "draft");
    }
    await patchProcess(tx, process.id, { status: await settledStatus(tx, process.id), ...ended });
    return "clarity_process.generated";
  });
}

async function fail(services: EngineServices, held: ClaimedGeneration, why: string): Promise<void> {
  await end(services, held, async (tx, process) => {
    await patchProcess(tx, process.id, { status: "generation_failed", ...ended, generation_error: storable(why).slice(0, 1_000) });
    return "clarity_process.generation_failed";
  });
}

const ended = { generation_id: null, generation_progress: null, generation_error: null };

async function end(
  services: EngineServices,
  held: ClaimedGeneration,
  settle: (tx: Db, process: ProcessRecord) => Promise<"clarity_process.generated" | "clarity_process.generation_failed">,
): Promise<void> {
  await services.store.db.transaction(async (tx) => {
    const process = await lockProcess(tx, held.process_id);
    if (!process || process.generation_id !== held.id) throw new LeaseLost();
    await removeHeld(tx, held);
    const type = await settle(tx, process);
    await record(tx, clarityEvents, { type, team: held.team_id, actor: { kind: "service" }, subject: process.id, data: {} });
  });
  tell(services, held);
}

function tell({ live }: EngineServices, { team_id, process_id }: ClaimedGeneration): void {
  live.publish({ teamId: team_id, topic: "clarity_process", id: process_id });
}

/** The model writes the steps, or takes them from a version; then what is said about them. */
export const versionPipeline: Pipeline = { step, fail };
