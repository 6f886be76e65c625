import { secretsOfRuns } from "./run-secrets.ts";
import { resources } from "#contract/index.ts";
import { connectionEvents } from "#contract/connections/events.ts";
import { area } from "#server/engine/area.ts";
import { agreementHandlers } from "./agreements/agreements.ts";
import { connectionHandlers } from "./connections/connections.ts";
import { waitingConnections } from "./connections/waiting-connections.ts";
import { grantedConnectionHandlers } from "./grants/granted-connections.ts";
import { grantHandlers } from "./grants/grants.ts";
import { integrationHandlers } from "./integrations/integrations.ts";
import { loginHandlers } from "./logins/logins.ts";
import { mcpHandlers } from "./mcp/mcp.ts";
import { tryingHandlers } from "./mcp/trying.ts";
import { mcpPart } from "./mcp/mcp-part.ts";
import { nativeHandlers, oauthHandlers } from "./oauth/oauth.ts";
import { secretHandlers } from "./secrets/secrets.ts";
import { agreementsPart } from "./agreements/agreements-part.ts";
import { loginsPart } from "./logins/logins-part.ts";
import { connectionOwners } from "./owners.ts";
import { credentialsOfMember } from "./credentials-of-member.ts";
import { secretsPart } from "./secrets/secrets-part.ts";

/** Secrets, logins, integrations and connections, and who agreed that an agent uses them. */
export const connections = area({
  name: "connections",
  contract: resources,
  owns: connectionOwners,
  secrets: secretsOfRuns,
  waits: [waitingConnections],
  memberships: [credentialsOfMember],
  revisionParts: [secretsPart, loginsPart, agreementsPart, mcpPart],
  events: connectionEvents,
  handlers: {
    agreements: agreementHandlers,
    connectionGrants: grantHandlers,
    grantedConnections: grantedConnectionHandlers,
    connectionTools: tryingHandlers,
    connections: connectionHandlers,
    integrations: integrationHandlers,
    logins: loginHandlers,
    mcp: mcpHandlers,
    nativeOAuth: nativeHandlers,
    oauth: oauthHandlers,
    secrets: secretHandlers,
  },
});
