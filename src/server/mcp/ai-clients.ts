import type * as contract from "#contract/teams/ai-clients.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { offered } from "./tools.ts";

export const aiClientHandlers: Handlers<typeof contract> = {
  listMcpAreas(_input, { config }) {
    const areas = Map.groupBy(offered.values(), ({ endpoint }) => endpoint.area);
    return {
      url: `${config.baseUrl}/v2/mcp`,
      areas: [...areas].map(([name, some]) => ({
        id: some[0]?.area ?? "",
        name,
        tools: some.length,
        reads: some.filter(({ reads }) => reads).length,
      })),
    };
  },
};
