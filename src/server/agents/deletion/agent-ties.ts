import type * as contract from "#contract/agents/agent-ties.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { findAgentDeletion } from "./agent-deletion.store.ts";
import { findCallers } from "./agent-ties.store.ts";
import { findAgentRecord } from "#server/agents/agents/agents.store.ts";
import { requireChange } from "#server/agents/agents/rights.ts";

export const agentTieHandlers: Handlers<typeof contract> = {
  async listAgentCallers({ params }, { db, team }) {
    return findCallers(db, team.id, params.agent_id);
  },

  async previewAgentDeletion({ params }, context) {
    return findAgentDeletion(context.db, requireChange(context, await findAgentRecord(context.db, params.agent_id)));
  },
};
