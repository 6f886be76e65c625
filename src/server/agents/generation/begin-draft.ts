import type { Config } from "#contract/agents/config.ts";
import { scriptedModelName } from "#contract/agents/scripted-steps.ts";
import { insertAgent, lockAgent } from "#server/agents/agents/agents.store.ts";
import { requireChange } from "#server/agents/agents/rights.ts";
import { copyBelongings } from "#server/agents/revisions/copy-belongings.ts";
import { defaultConfig } from "#server/agents/revisions/default-config.ts";
import { keptPeers, type Peers } from "#server/agents/revisions/peers.store.ts";
import { currentRevision, insertRevision, type RevisionRecord } from "#server/agents/revisions/revisions.store.ts";
import type { PartsContext } from "#server/engine/revision-part.ts";
import type { Db } from "#server/platform/db/open.ts";
import type { BuilderFrame } from "./builder-frame.ts";
import { type BuilderRunRecord, generationChanged, lockLatest, toGeneration } from "./builder-log.ts";
import { generations } from "./builder-queue.ts";
import { checkpointFor, isOpen } from "./builder-run-state.ts";
import { insertBuilderRun } from "./builder-runs.store.ts";

interface NewDraft {
  /** The agent that gets one more draft. Undefined: an agent of this name is made for it. */
  readonly agentId: string | undefined;
  readonly agentName: string;
  readonly name: string;
  /** What the model is asked. The practice model is asked in its own steps. */
  ask(isPractice: boolean): { readonly prompt: string; readonly context: string | null };
  readonly frame: BuilderFrame;
}

/** Has a model write a draft of its own beside whatever the agent has. Throws 403 about an agent that the caller may not change. */
export async function beginDraft(context: PartsContext, { agentId, agentName, name, ask, frame }: NewDraft): Promise<BuilderRunRecord> {
  const { db, caller, team } = context;
  const agent = requireChange(context, await lockAgent(db, agentId ?? (await newAgent(context, agentName))));
  const base = await currentRevision(db, agent.id);
  const config = (base && (await decidedConfig(db, base))) ?? defaultConfig(context.config.model.default);
  const buildId = await insertRevision(db, {
    agentId: agent.id,
    name,
    config,
    status: "draft",
    parentId: base?.id ?? null,
    peers: base ? await keptPeers(db, team.id, base, agent.id) : nobody,
    userId: caller.userId,
  });
  if (base) await copyBelongings(context, base.id, { buildId, agentId: agent.id, userId: caller.userId });
  const model = context.config.model.default ?? ("model" in config.data ? config.data.model : scriptedModelName);
  const run = await insertBuilderRun(db, {
    teamId: team.id,
    agentId: agent.id,
    buildId,
    userId: caller.userId,
    ...ask(model === scriptedModelName),
    model,
    contextRunId: null,
    frame,
    checkpoint: config,
  });
  context.afterCommit(() => {
    context.engine.wake(generations);
    generationChanged(context, run);
  });
  return run;
}

async function newAgent({ db, team, caller }: PartsContext, name: string): Promise<string> {
  const record = { team_id: team.id, name, type: "agent", type_open: false, thread_id: null, automation_id: null } as const;
  return (await insertAgent(db, record, undefined, caller.userId)).agent.id;
}

/** What a person last wrote or accepted: what waits for a decision is not taken over. */
async function decidedConfig(db: Db, { id, config }: RevisionRecord): Promise<Config | null> {
  const latest = await lockLatest(db, id);
  return checkpointFor(latest && isOpen(latest.run.status) ? toGeneration(latest) : undefined, config);
}

const nobody: Peers = { handover_target_ids: [], handover_to: null, sub_agent_ids: [] };
