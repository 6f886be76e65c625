import type * as contract from "#contract/agents/agent-export.ts";
import { inPortions } from "#server/platform/db/portions.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { listAgentIds, readAgentRows } from "./agent-list.store.ts";

export const agentExportHandlers: Handlers<typeof contract> = {
  async exportAgents({ body }, { db, caller: { userId }, config, team }) {
    const { search, automation_id: automationId, folder_id: folderId } = body;
    const ids = await listAgentIds(db, { teamId: team.id, userId, search, automationId, folderId }, config.exportRows + 1);
    return { name: "agents", total: ids.length, pages: inPortions(ids, 100, (portion) => readAgentRows(db, userId, portion)) };
  },
};
