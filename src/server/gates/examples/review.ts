import { agentOf, draftOf } from "#server/gates/stage/agents.ts";
import type { Examples } from "./example.ts";

/** What a reviewer reads before deciding. */
export const reviewExamples: Examples<"access" | "preflight"> = {
  access: {
    getRevisionAccess: {
      input: async (stage) => {
        const agent = await agentOf(stage);
        return { params: { agent_id: agent.id, build_id: agent.buildId } };
      },
    },
  },
  preflight: {
    getPromotePreflight: { input: async (stage) => ({ params: { build_id: (await draftOf(stage)).buildId } }) },
  },
};
