import { listAgentRevisions } from "#contract/agents/revisions.ts";
import { createCases } from "#contract/queues/cases.ts";
import { createQueue } from "#contract/queues/queues.ts";
import { getSession } from "#contract/teams/session.ts";
import { attachQueues } from "#server/testing/cases.ts";
import type { TeamWork } from "./team-work.ts";

interface Asked {
  /** The queue that the case lies in. */
  readonly queue: string;
  readonly case: string;
  readonly run: string;
}

/** A run that waits for what it asks about its case: each prompt with whom it asks. */
export async function askAboutCase(team: TeamWork, prompts: readonly { prompt: string; assignee?: string }[]): Promise<Asked> {
  const params = { teamId: team.teamId };
  const { queue } = await team.call(createQueue, { params, body: { name: "Payments to approve" } });
  const { session } = await team.call(getSession, {});
  const approvals = prompts.map(({ prompt, assignee = session.user.email }) => ({ assignee, prompt }));
  const ask = JSON.stringify({ title: "Before it is paid", approvals });
  const agent = await team.createAgent("Payer", `call claim_case {}\ncall request_approval ${ask}\ncall complete_case {}`);
  const buildId = (await team.call(listAgentRevisions, { params: { agent_id: agent.id } })).builds[0]?.id ?? "";
  await attachQueues(team.call, team.teamId, { id: agent.id, buildId }, { consumes: [queue.id] });
  const body = { case: { title: "Paper & Co" } };
  const { added_cases } = await team.call(createCases, { params: { queue_id: queue.id }, body });
  const { id: run } = await team.runUntil(agent, "waiting");
  return { queue: queue.id, case: added_cases[0]?.id ?? "", run };
}
