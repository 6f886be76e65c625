import type * as contract from "#contract/agents/automations.ts";
import type { EngineContext } from "#server/engine/engine-port.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { stopWork } from "#server/runs/jobs/stop-work.ts";
import { forgetTeamJobs } from "#server/runs/jobs/team-jobs.store.ts";
import { insertAgent } from "#server/agents/agents/agents.store.ts";
import { findAutomationDeletion } from "#server/agents/deletion/agent-deletion.store.ts";
import { requireAutomationChange } from "./automation-rights.ts";
import { bindAgent, insertDraft } from "./automation-revisions.store.ts";
import {
  bringBack,
  findAutomation,
  insertAutomation,
  listAutomationRows,
  lockAutomation,
  lockDeletedAutomation,
  patchAutomation,
  putAway,
} from "./automations.store.ts";
import { defaultConfig } from "#server/agents/revisions/default-config.ts";
import { resumeSchedules } from "#server/schedules/schedules/resume-schedules.ts";

export const automationHandlers: Handlers<typeof contract, EngineContext> = {
  async listAutomations({ query: { deleted, search, ...page } }, { db, team }) {
    return { ...(await listAutomationRows(db, team.id, { ...page, search, deleted: deleted === "true" })), ...page };
  },

  async createAutomation({ body }, context) {
    const { db, caller, team, config } = context;
    const id = await insertAutomation(db, team.id, body.name, caller.userId);
    const fields = { team_id: team.id, name: body.name, type: "agent", type_open: false, thread_id: null, automation_id: id } as const;
    const first = { name: "First revision", config: defaultConfig(config.model.default), parent_build_id: null, handover_target_ids: [] };
    const { agent, build } = await insertAgent(db, fields, first, caller.userId);
    const revisionId = await insertDraft(db, { automationId: id, baseId: undefined, userId: caller.userId });
    if (build) await bindAgent(db, { id: revisionId, automation_id: id }, agent.id, build.id);
    context.changed("automation", id);
    context.changed("agent", agent.id);
    return { automation: await required(context, id), agent_id: agent.id, revision_id: revisionId };
  },

  async getAutomation({ params }, context) {
    return { automation: await required(context, params.automation_id) };
  },

  async updateAutomation({ params, body }, context) {
    const { id } = requireAutomationChange(context, await lockAutomation(context.db, params.automation_id));
    if (body.name !== undefined) {
      await patchAutomation(context.db, id, body);
    }
    return { automation: await required(context, id) };
  },

  async deleteAutomation({ params }, context) {
    const { db } = context;
    const { id, name } = requireAutomationChange(context, await lockAutomation(db, params.automation_id));
    const agentIds = await putAway(db, id);
    const gone = { kind: "automation_deleted", id, name, agentIds, queueIds: [] } as const;
    await stopWork(context, gone);
    for (const topic of ["agent", "queue"] as const) context.changed(topic, "*");
    return { success: true };
  },

  async previewAutomationDeletion({ params }, context) {
    const { id } = requireAutomationChange(context, await findAutomation(context.db, params.automation_id));
    return findAutomationDeletion(context.db, context.team.id, id);
  },

  async restoreAutomation({ params }, context) {
    const automation = requireAutomationChange(context, await lockDeletedAutomation(context.db, context.team.id, params.automation_id));
    // A job that is through keeps workers from the runs that it left behind.
    if (!(await forgetTeamJobs(context.db, automation.id))) throw refuse("still_stopping");
    await bringBack(context.db, automation);
    await resumeSchedules(context.db, automation.id);
    for (const topic of ["agent", "queue", "schedule"] as const) context.changed(topic, "*");
    return { automation: await required(context, automation.id) };
  },
};

async function required({ db }: EngineContext, automationId: string) {
  const automation = await findAutomation(db, automationId);
  if (!automation) throw refuse("not_found");
  return automation;
}
