import { clarityAutomations } from "#server/clarity/automation/automations.table.ts";
import { findLive } from "#server/clarity/snapshots/snapshots.store.ts";
import { newId } from "#server/platform/db/columns.ts";
import { processOf } from "./clarity.ts";
import type { Stage } from "./stage.ts";

export interface HandedOver {
  readonly process_id: string;
  readonly agentId: string;
  readonly buildId: string;
}

/** A process of the caller from whose proposal a draft of an agent was built. `live`: the draft has been live for so many days. */
export async function handedOverOf(stage: Stage, live?: { readonly days: number }): Promise<HandedOver> {
  const { store } = stage.service.app.services;
  const { pool } = store;
  const process_id = await processOf(stage);
  const proposal = await findLive(store.db, process_id, "transformation_proposal");
  if (!proposal) throw new Error("the process has no proposal");
  const [agentId, buildId, builderRunId] = [newId(), newId(), newId()];
  const userId = stage.service.ids[stage.as];
  await pool.query("insert into agents (id, team_id, name, type, created_by) values ($1, $2, 'Supplier payments', 'agent', $3)", [
    agentId,
    stage.teamId,
    userId,
  ]);
  await pool.query("insert into revisions (id, agent_id, name, status, revision_number) values ($1, $2, 'Built', 'draft', 1)", [
    buildId,
    agentId,
  ]);
  await pool.query(
    `insert into builder_runs (id, team_id, agent_id, build_id, prompt_number, status, prompt, model, turns, decision)
     values ($1, $2, $3, $4, 1, 'completed', 'Build it', 'scripted', '[]', 'accepted')`,
    [builderRunId, stage.teamId, agentId, buildId],
  );
  const made = { process_id, proposal_id: proposal.id, agent_id: agentId, build_id: buildId, builder_run_id: builderRunId };
  await store.db.insert(clarityAutomations).values({ ...made, created_by: userId });
  if (live) {
    await pool.query("update revisions set status = 'live' where id = $1", [buildId]);
    await pool.query("update revisions set first_live_at = now() - make_interval(days => $2) where id = $1", [buildId, live.days]);
  }
  return { process_id, agentId, buildId };
}
