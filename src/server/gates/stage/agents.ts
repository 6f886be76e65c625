import { randomUUID } from "node:crypto";
import type { Config } from "#contract/agents/config.ts";
import { createAgentFolder } from "#contract/agents/agent-folders.ts";
import { createAgent } from "#contract/agents/agents.ts";
import { type BuilderRun } from "#contract/agents/builder-run.ts";
import { generateRevision, getRevisionGeneration } from "#contract/agents/builder-runs.ts";
import { createRevision } from "#contract/agents/revisions.ts";
import { attachRevisionIntegrations } from "#contract/agents/slots.ts";
import { listIntegrations } from "#contract/connections/integrations.ts";
import { comes } from "#server/testing/patience/comes.ts";
import { type Stage, maker } from "./stage.ts";

/** Waits for a person at once and stays there, so that nothing but requests changes the store. */
export const waitingConfig: Config = { version: "v1", data: { model: "scripted", input: 'approve "Go on?"' } };

export function scriptedConfig(...steps: string[]): Config {
  return { version: "v1", data: { model: "scripted", input: steps.join("\n") } };
}

export async function agentOf(stage: Stage, config = waitingConfig): Promise<{ id: string; buildId: string }> {
  const body = { name: "Example agent", build: { name: "First", config } };
  const { agent, build } = await stage.service.ok(createAgent, { params: { teamId: stage.teamId }, body }, maker(stage, "team:builder"));
  return { id: agent.id, buildId: build?.id ?? "" };
}

/** A draft beside the agent's live revision. */
export async function draftOf(stage: Stage): Promise<{ agentId: string; buildId: string }> {
  const agent = await agentOf(stage);
  const { build } = await stage.service.ok(
    createRevision,
    { params: { agent_id: agent.id }, body: { name: "Draft" } },
    maker(stage, "team:builder"),
  );
  return { agentId: agent.id, buildId: build.id };
}

export async function folderOf(stage: Stage): Promise<string> {
  const body = { name: `Folder ${randomUUID()}` };
  const { folder } = await stage.service.ok(createAgentFolder, { params: { teamId: stage.teamId }, body }, maker(stage, "team:builder"));
  return folder.id;
}

/** A builder run that waits for a person: for a decision, or for an answer when the prompt asks. */
export async function generationOf(stage: Stage, prompt = "set instructions Be brief."): Promise<BuilderRun> {
  const params = { build_id: (await draftOf(stage)).buildId };
  const as = maker(stage, "team:builder");
  await stage.service.ok(generateRevision, { params, body: { prompt, model: "scripted" } }, as);
  return comes("a scripted builder run that waits", async () => {
    const { builder_run } = await stage.service.ok(getRevisionGeneration, { params }, as);
    return builder_run?.status.startsWith("waiting") ? builder_run : undefined;
  });
}

/** The id of a built-in kind of integration. */
export async function integrationOf({ service, teamId, owner }: Stage, type = "case-queue-producer"): Promise<string> {
  const { integrations } = await service.ok(listIntegrations, { params: { teamId }, query: { type } }, { as: owner });
  return integrations[0]?.id ?? "";
}

/** A revision with a slot. */
export async function slotOf(
  stage: Stage,
  type = "case-queue-producer",
): Promise<{ agent_id: string; build_id: string; integration_id: string }> {
  const agent = await agentOf(stage);
  const integration_id = await integrationOf(stage, type);
  const params = { agent_id: agent.id, build_id: agent.buildId };
  const body = { integration_ids: [integration_id] };
  await stage.service.ok(attachRevisionIntegrations, { params, body }, maker(stage, "team:builder"));
  return { ...params, integration_id };
}
