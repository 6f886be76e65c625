import { createAgent } from "#contract/agents/agents.ts";
import { createRevision } from "#contract/agents/revisions.ts";
import { type Deletion, type EffectKind, maxNamed } from "#contract/deletion.ts";
import { createAgentCaseTrigger } from "#contract/queues/case-triggers.ts";
import { agentOf } from "#server/gates/stage/agents.ts";
import { queueOf } from "#server/gates/stage/queues.ts";
import type { Stage } from "#server/gates/stage/stage.ts";

interface Staged {
  readonly preview: () => Promise<Deletion>;
  readonly remove: () => Promise<unknown>;
}

/** A thing with everything that can hang on one. */
export interface Subject {
  /** Where the thing itself is a row. */
  readonly table: string;
  readonly make: (stage: Stage) => Promise<Staged>;
  readonly shows: Partial<Record<EffectKind, number>>;
  /** Tables that a preview need not speak of, and why. */
  readonly unspoken?: Readonly<Record<string, string>>;
  /** The thing stays; only what the preview counts goes. */
  readonly stays?: true;
}

/** Has a live revision that a queue starts, a draft and a previous revision use something. */
export async function used(stage: Stage, attach: (revision: { agentId: string; buildId: string }) => Promise<unknown>): Promise<void> {
  const live = await agentOf(stage);
  await attach({ agentId: live.id, buildId: live.buildId });
  await triggered(stage, live.id, await queueOf(stage));
  const drafted = await agentOf(stage);
  await attach({ agentId: drafted.id, buildId: await draftOf(stage, drafted.id) });
  const former = await agentOf(stage);
  const previous = await draftOf(stage, former.id);
  await attach({ agentId: former.id, buildId: previous });
  await stage.service.pool.query("update revisions set status = 'historic', revision_number = 7 where id = $1", [previous]);
}
/** What {@link used} shows. */
export const usedShows = { live: 1, automatic: 1, drafts: 1, previous: 1 } as const;

export async function draftOf({ service }: Stage, agent_id: string): Promise<string> {
  return (await service.ok(createRevision, { params: { agent_id }, body: { name: "Draft" } })).build.id;
}

export async function triggered({ service }: Stage, agent_id: string, case_queue_id: string, enabled = true): Promise<string> {
  const body = { case_queue_id, enabled };
  return (await service.ok(createAgentCaseTrigger, { params: { agent_id }, body })).case_trigger.id;
}

/** A case that nobody takes: it is assigned to an agent that has no revision. */
export async function idleCase({ service, teamId }: Stage, queue_id: string): Promise<void> {
  const { agent } = await service.ok(createAgent, { params: { teamId }, body: { name: "Without a revision" } });
  await service.pool.query(
    `insert into cases (id, queue_id, title, data, state, priority, agent_id) values (gen_random_uuid(), $1, 'Free', '', 'pending', 0, $2)`,
    [queue_id, agent.id],
  );
}

/** One more than a preview names. */
export const many = maxNamed + 1;
