import { resources } from "#contract/index.ts";
import { area } from "#server/engine/area.ts";
import { agreementHandlers } from "./agreements/agreements.ts";
import { integrationHandlers } from "./integrations/integrations.ts";
import { loginHandlers } from "./logins/logins.ts";
import { secretHandlers } from "./secrets/secrets.ts";
import { agreementsPart } from "./agreements/agreements-part.ts";
import { loginsPart } from "./logins/logins-part.ts";
import { connectionOwners } from "./owners.ts";
import { secretsPart } from "./secrets/secrets-part.ts";

/** Secrets, logins and integrations, and who agreed that an agent uses them. */
export const connections = area({
  name: "connections",
  contract: resources,
  owns: connectionOwners,
  revisionParts: [secretsPart, loginsPart, agreementsPart],
  handlers: {
    agreements: agreementHandlers,
    integrations: integrationHandlers,
    logins: loginHandlers,
    secrets: secretHandlers,
  },
});
