import { setAutomationRevisionAgent, setAutomationRevisionQueue } from "#contract/agents/automation-bindings.ts";
import { activateAutomationRevision, createAutomationRevision } from "#contract/agents/automation-revisions.ts";
import { createAutomation } from "#contract/agents/automations.ts";
import { addAutomationAgent } from "#contract/agents/automation-members.ts";
import { listAgentRevisions } from "#contract/agents/revisions.ts";
import { createQueue } from "#contract/queues/queues.ts";
import { attachQueues } from "#server/testing/cases.ts";
import type { TeamWork } from "./team-work.ts";

export interface AutomatedWork {
  readonly id: string;
  readonly draft: string;
  /** A queue that the active revision routes. */
  readonly queue: string;
}

/** An automation with an active revision that routes a queue, and a draft that routes another one. */
export async function automate(team: TeamWork): Promise<AutomatedWork> {
  const params = { teamId: team.teamId };
  const made = await team.call(createAutomation, { params, body: { name: "Month-end reminders" } });
  const { id } = made.automation;
  const first = { automation_id: id, revision_id: made.revision_id };
  const { queue: bounced } = await team.call(createQueue, { params, body: { name: "Reminders that came back", automation_id: id } });
  const clerk = await team.createAgent("Address clerk", "call claim_case {}\ncall complete_case {}");
  const [build_id = ""] = (await team.call(listAgentRevisions, { params: { agent_id: clerk.id } })).builds.map((build) => build.id);
  await attachQueues(team.call, team.teamId, { id: clerk.id, buildId: build_id }, { consumes: [bounced.id] });
  await team.call(addAutomationAgent, { params: { automation_id: id }, body: { agent_id: clerk.id } });
  await team.call(setAutomationRevisionAgent, { params: { ...first, agent_id: clerk.id }, body: { build_id } });
  await team.call(setAutomationRevisionQueue, { params: { ...first, case_queue_id: bounced.id }, body: { agent_id: clerk.id } });
  await team.call(activateAutomationRevision, { params: first, body: { name: "Begins with one agent" } });
  const { queue } = await team.call(createQueue, { params, body: { name: "Reminders to send", automation_id: id } });
  const { revision } = await team.call(createAutomationRevision, { params: { automation_id: id }, body: { name: "Takes reminders" } });
  const one = { automation_id: id, revision_id: revision.id, case_queue_id: queue.id };
  await team.call(setAutomationRevisionQueue, { params: one, body: { agent_id: made.agent_id } });
  return { id, draft: revision.id, queue: bounced.id };
}
