import { resources } from "#contract/index.ts";
import { area } from "#server/engine/area.ts";
import { aiClientHandlers } from "./ai-clients.ts";

/** The service as an MCP server: what it offers. `door.ts` is how it is called. */
export const mcp = area({
  name: "mcp",
  contract: resources,
  handlers: { aiClients: aiClientHandlers },
});
