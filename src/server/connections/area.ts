import { resources } from "#contract/index.ts";
import { area } from "#server/engine/area.ts";
import { agreementHandlers } from "./agreements/agreements.ts";
import { integrationHandlers } from "./integrations/integrations.ts";
import { loginHandlers } from "./logins/logins.ts";
import { secretHandlers } from "./secrets/secrets.ts";
import { connectionOwners } from "./owners.ts";

/** Secrets, logins and integrations, and who agreed that an agent uses them. */
export const connections = area({
  name: "connections",
  contract: resources,
  owns: connectionOwners,
  handlers: {
    agreements: agreementHandlers,
    integrations: integrationHandlers,
    logins: loginHandlers,
    secrets: secretHandlers,
  },
});
