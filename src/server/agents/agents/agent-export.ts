import type * as contract from "#contract/agents/agent-export.ts";
import { inPortions } from "#server/platform/db/portions.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { byHealth } from "./agents.ts";
import { listAgentIds, readAgentRows } from "./agent-list.store.ts";

export const agentExportHandlers: Handlers<typeof contract> = {
  async exportAgents({ body }, { db, caller: { userId }, config, team }) {
    const { search, automation_id: automationId, folder_id: folderId } = body;
    const filter = { teamId: team.id, userId, search, automationId, folderId };
    const { ids, health } = await listAgentIds(db, filter, config.exportRows + 1, byHealth(body, team));
    return { name: "agents", total: ids.length, pages: inPortions(ids, 100, (portion) => readAgentRows(db, userId, portion, health)) };
  },
};
