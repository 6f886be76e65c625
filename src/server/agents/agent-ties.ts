import type * as contract from "#contract/agents/agent-ties.ts";
import type { Handlers } from "#server/http/context.ts";
import { findCallers } from "./agent-ties.store.ts";

export const agentTieHandlers: Handlers<typeof contract> = {
  async listAgentCallers({ params }, { db, team }) {
    return findCallers(db, team.id, params.agent_id);
  },
};
