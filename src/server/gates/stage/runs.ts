import type { Config } from "#contract/agents/config.ts";
import { getRun, startTeamRun } from "#contract/runs/runs.ts";
import { createSandbox } from "#contract/runs/sandboxes.ts";
import { comes } from "#server/testing/patience/comes.ts";
import { type Stage, maker } from "./stage.ts";
import { agentOf, scriptedConfig } from "./agents.ts";

export async function sandboxOf(stage: Stage): Promise<string> {
  // Of hundreds of calls that make one, those before count as if runs had made them.
  await stage.service.pool.query("update sandboxes set by_hand = false where team_id = $1", [stage.teamId]);
  return (await stage.service.ok(createSandbox, { body: { team_id: stage.teamId } }, maker(stage, "team:member"))).sandbox_id;
}

/** A run that waits for an approval. */
export async function waitingRun(stage: Stage, config?: Config): Promise<{ run_id: string; request_id: string; agent_id: string }> {
  const agent = await agentOf({ ...stage, as: stage.owner }, config);
  const as = maker(stage, "team:member");
  const { run } = await stage.service.ok(startTeamRun, { params: { teamId: stage.teamId }, body: { agent_id: agent.id } }, as);
  const request = await comes("the question of a scripted run", async () => {
    return (await stage.service.ok(getRun, { params: { run_id: run.id } }, as)).pending_human_request;
  });
  return { run_id: run.id, request_id: request.id, agent_id: agent.id };
}

/** A run that waits at a step of its instructions. */
export const runAtStep = (stage: Stage) => waitingRun(stage, scriptedConfig("# YOUR STEPS", "## check", 'approve "Go on?"'));

/** The job that deleting an agent with many runs has left: the store alone makes one of none. */
export async function teamJobOf({ service, teamId }: Stage): Promise<string> {
  const { rows } = await service.pool.query<{ id: string }>(
    `insert into team_jobs (id, team_id, kind, subject_id, subject_name, agent_ids, queue_ids, status, runs, runs_done, ended_at)
     values (gen_random_uuid(), $1, 'agent_deleted', gen_random_uuid(), 'Refunds', '{}', '{}', 'done', 300, 300, now()) returning id`,
    [teamId],
  );
  return rows[0]?.id ?? "";
}
