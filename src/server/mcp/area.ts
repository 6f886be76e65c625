import { resources } from "#contract/index.ts";
import { area } from "#server/engine/area.ts";
import { everyTenMinutes } from "#server/engine/work.ts";
import { aiClientHandlers } from "./ai-clients.ts";
import { authorizationHandlers } from "./oauth/authorizations.ts";
import { removeOverRecords } from "./oauth/oauth-records.store.ts";

/** The service as an MCP server: what it offers, and who lets clients in. `door.ts` is how it is called. */
export const mcp = area({
  name: "mcp",
  contract: resources,
  handlers: { aiClients: aiClientHandlers, authorizations: authorizationHandlers },
  sweeps: [
    {
      name: "sign-ins of AI clients",
      every: everyTenMinutes,
      start: (services, closed) => () => removeOverRecords(services.store.db, closed),
    },
  ],
});
