import type * as contract from "#contract/queues/queues.ts";
import { holdFolder } from "#server/agents/folders/agent-folders.store.ts";
import { requireRoom } from "#server/agents/automations/automation-room.ts";
import { lockAutomation, lockAutomationOf } from "#server/agents/automations/automations.store.ts";
import { unlessDuplicate } from "#server/platform/db/duplicate.ts";
import { queues } from "./queues.table.ts";
import { defaultConcurrency, roomOf } from "#server/queues/dispatch/case-dispatcher.ts";
import type { EngineContext } from "#server/engine/engine-port.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { invalid, refuse } from "#server/platform/http/refusal.ts";
import { findQueueAgents, problemsOf, type QueueAgent } from "./queue-agents.store.ts";
import { findClearing, findQueueDeletion } from "./queue-deletion.store.ts";
import { findQueue, insertQueue, isNameShared, listQueueRows, lockQueue, patchQueue } from "./queues.store.ts";
import { removeQueue } from "./remove-queue.ts";

export const queueHandlers: Handlers<typeof contract, EngineContext> = {
  async listQueues({ query }, { db, team }) {
    const { limit, offset, automation_id: automationId, search } = query;
    return { ...(await listQueueRows(db, { teamId: team.id, automationId, search, limit, offset })), limit, offset };
  },

  async createQueue({ body }, context) {
    const { db, caller, team } = context;
    const automation_id = body.automation_id ?? null;
    if (automation_id) await holdRoomIn(context, automation_id);
    await holdFolderOf(context, body.folder_id);
    const { name, description = null, folder_id = null } = body;
    const id = await unlessDuplicate(db, (tx) =>
      insertQueue(tx, { team_id: team.id, name, description, folder_id, automation_id }, caller.userId),
    );
    if (!id) throw taken(name);
    context.changed("queue", id);
    return { queue: await required(context, id) };
  },

  async getQueue({ params }, context) {
    return { queue: await required(context, params.queue_id) };
  },

  async updateQueue({ params, body }, context) {
    const { db } = context;
    const id = params.queue_id;
    await lockAutomationOf(db, queues, id);
    const queue = await lockQueue(db, id);
    if (!queue) throw refuse("not_found");
    if (body.name !== undefined && queue.revision_name !== null) throw refuse("named_by_revision");
    await holdFolderOf(context, body.folder_id);
    if (Object.keys(body).length > 0) {
      const done = await unlessDuplicate(db, async (tx) => ({ done: await patchQueue(tx, id, body) }));
      if (!done || (body.name !== undefined && (await isNameShared(db, queue)))) throw taken(body.name ?? "");
    }
    return { queue: await required(context, id) };
  },

  async deleteQueue({ params }, context) {
    const { db } = context;
    await lockAutomationOf(db, queues, params.queue_id);
    const queue = await lockQueue(db, params.queue_id, "update");
    if (!queue) throw refuse("not_found");
    return { success: true, ...(await removeQueue(context, queue)) };
  },

  async previewQueueDeletion({ params: { queue_id }, query }, context) {
    const { db, team } = context;
    await required(context, queue_id);
    return query.only === "cases" ? findClearing(db, queue_id) : findQueueDeletion(db, team.id, queue_id);
  },

  async listQueueAgents({ params }, context) {
    const { name } = await required(context, params.queue_id);
    const agents = await findQueueAgents(context.db, context.team.id, params.queue_id);
    return {
      queue_name: name,
      producers: agents.filter((a) => a.produces).map(toProducer),
      consumers: agents.filter((a) => a.consumes || a.triggered).map(toConsumer),
    };
  },
};

function toProducer(agent: QueueAgent) {
  const { agent_id, agent_name, trigger } = agent;
  return {
    agent_id,
    agent_name,
    case_trigger_enabled: trigger?.enabled === true,
    case_trigger_queue_name: trigger?.enabled ? trigger.queue_name : null,
    problems: problemsOf(agent),
  };
}

function toConsumer(agent: QueueAgent) {
  const { agent_id, agent_name, is_handover_target, triggered, trigger, at_work, waiting } = agent;
  const limit = trigger?.concurrency ?? defaultConcurrency;
  return {
    agent_id,
    agent_name,
    case_trigger_enabled: triggered,
    is_handover_target,
    problems: problemsOf(agent),
    ...(triggered && { concurrency_limit: limit, at_concurrency_limit: roomOf({ limit, at_work, waiting }) === 0 }),
  };
}

async function holdRoomIn({ db, team }: EngineContext, automationId: string): Promise<void> {
  if ((await lockAutomation(db, automationId))?.team_id !== team.id)
    throw invalid(["automation_id"], "This automation does not exist in this team");
  await requireRoom(db, queues, automationId);
}

/** Keeps the folder from being deleted until the queue lies in it. */
async function holdFolderOf({ db, team }: EngineContext, folderId: string | null | undefined): Promise<void> {
  if (folderId && !(await holdFolder(db, team.id, folderId))) throw invalid(["folder_id"], "This folder does not exist in this team");
}

function taken(name: string) {
  return refuse("name_taken", `This team already has a queue named “${name}”.`);
}

async function required({ db }: EngineContext, queueId: string) {
  const queue = await findQueue(db, queueId);
  if (!queue) throw refuse("not_found");
  return queue;
}
