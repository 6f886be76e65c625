import { randomUUID } from "node:crypto";
import { slotOf } from "#server/gates/stage/agents.ts";
import { furtherTeamOf, organizationOf, sharingIn } from "#server/gates/stage/teams.ts";
import { type Examples, page, team } from "./example.ts";
import { managing } from "./owned.ts";
import {
  privateServer,
  asked,
  serverOf,
  customOf,
  headers,
  connectionOf,
  grantOf,
  lentOf,
  ofConnection,
  pinOf,
  pinnedSlot,
  practiceOf,
  toolOf,
} from "./connection-objects.ts";

export const connectionsExamples: Examples<
  | "connectionGrants"
  | "grantedConnections"
  | "connectionTools"
  | "connections"
  | "integrations"
  | "slotPins"
  | "slotTools"
  | "mcp"
  | "nativeOAuth"
  | "oauth"
> = {
  connectionGrants: {
    listConnectionGrants: {
      input: async (stage) => {
        const { params } = await grantOf(stage);
        return { params: { connection_id: params.connection_id } };
      },
    },
    grantConnection: {
      input: async (stage) => {
        await sharingIn(stage);
        return { params: { connection_id: await connectionOf(stage, true) }, body: { team_id: await furtherTeamOf(stage) } };
      },
      twoTeams: true,
      compared: ["body.team_id"],
    },
    revokeConnectionGrant: { input: grantOf },
    previewConnectionGrantRevocation: { input: grantOf },
    getConnectionSharing: { input: async (stage) => ({ params: { orgId: await organizationOf(stage) } }) },
    updateConnectionSharing: { input: async (stage) => ({ params: { orgId: await organizationOf(stage) }, body: { enabled: true } }) },
  },
  grantedConnections: {
    giveUpConnectionGrant: { input: lentOf },
    previewGivingUpConnectionGrant: { input: lentOf },
  },
  connectionTools: {
    listConnectionTools: { input: practiceOf },
    callConnectionTool: {
      input: async (stage) => ({ ...(await practiceOf(stage)), body: { tool: "read_invoice", arguments: { number: "INV003267" } } }),
    },
  },
  connections: {
    listConnections: {
      input: async (stage) => {
        const { connection_id } = (await ofConnection(stage)).params;
        return { ...team(stage), query: { ...page, type: "custom_mcp", connection_id, search: "ledger" } };
      },
    },
    createConnection: {
      input: async (stage) => ({
        ...team(stage),
        body: {
          name: "Ledger",
          server_url: serverOf(),
          type: "custom_mcp",
          provider: "user",
          auth_method: "headers",
          headers,
          shared: managing(stage),
        },
      }),
      also: (_stage, { params }) => [
        { params, body: { name: "Ledger", provider: "user", auth_method: "url", custom_integration_id: randomUUID() } },
      ],
      compared: ["body.server_url", "body.auth_method"],
    },
    getConnection: { input: ofConnection },
    updateConnection: {
      input: async (stage) => ({
        ...(await ofConnection(stage)),
        body: {
          name: "Other ledger",
          server_url: serverOf(),
          auth_method: "apikey",
          headers: { plaintext: { "X-Region": "south" }, secret: { "X-Api-Key": "another header value" } },
          shared: managing(stage),
        },
      }),
      compared: ["body.auth_method"],
    },
    deleteConnection: { input: ofConnection },
    previewConnectionDeletion: { input: ofConnection },
    getConnectionCredentials: { input: ofConnection },
    listConnectionUses: { input: ofConnection },
  },
  integrations: {
    listIntegrations: { input: (stage) => ({ ...team(stage), query: { ...page, type: "case-queue-producer" } }) },
    createCustomIntegration: {
      input: (stage) => ({
        ...team(stage),
        body: {
          name: `Ledger ${randomUUID()}`,
          auth_method: "oauth",
          server_url: serverOf(),
          oauth_client_id: "caseload",
          oauth_client_secret: "example client secret",
        },
      }),
      compared: ["body.oauth_client_id"],
    },
    deleteCustomIntegration: { input: customOf },
    previewCustomIntegrationDeletion: { input: customOf },
  },
  slotPins: {
    listRevisionIntegrationConnections: { input: async (stage) => ({ params: await pinnedSlot(stage) }) },
    pinRevisionIntegrationConnection: {
      input: async (stage) => ({ params: await slotOf(stage, "custom_mcp"), body: { connection_id: await connectionOf(stage) } }),
    },
    unpinRevisionIntegrationConnection: { input: async (stage) => ({ params: await pinOf(stage) }) },
    listRevisionConnections: {
      input: async (stage) => {
        const { integration_id: _, ...params } = await pinnedSlot(stage);
        return { params };
      },
    },
  },
  slotTools: {
    listSlotTools: { input: async (stage) => ({ params: (await toolOf(stage)).params }) },
    // Its server is away: the list that was kept stays.
    refreshSlotTools: { input: async (stage) => ({ params: (await toolOf(stage)).params }) },
    setSlotTools: {
      input: async (stage) => {
        const { params, tool } = await toolOf(stage);
        return { params, body: { tools: [{ ...tool, policy: "allow" }] } };
      },
      owned: "forbidden",
      compared: ["body.tools", "body.tools[]", "body.tools[].server_url", "body.tools[].digest"],
    },
  },
  mcp: {
    probeMcpServer: {
      input: (stage) => ({ ...team(stage), body: { server_url: privateServer, headers: { Authorization: "Bearer example" } } }),
      also: (stage) => [{ ...team(stage), body: { integration_slug: "linear" } }],
    },
    checkMcpOAuth: {
      input: () => ({ body: { mcp_server_url: privateServer } }),
      ends: { code: "outbound_refused", because: "The services of the gates reach public hosts only, and no test asks one of these." },
    },
  },
  nativeOAuth: {
    startNativeOAuth: {
      input: (stage) => ({
        params: { ...team(stage).params, provider: "github" },
        body: { name: "Our repositories", return_url: "/profile" },
      }),
      also: (_stage, { params }) => [
        { params: { ...params, provider: "shopify" }, body: { shop: "example.myshopify.com", reconnect_instance_id: randomUUID() } },
      ],
      ends: { code: "provider_not_set_up", because: "The services of the gates are no client of anybody." },
    },
  },
  oauth: {
    authorizeMcpOAuth: {
      input: (stage) => ({
        ...team(stage),
        body: { ...asked, return_url: "/profile", integration_type: "custom_mcp" },
      }),
      also: (_stage, { params }) => [
        { params, body: { ...asked, oauth_client_id: "example-client", oauth_client_secret: "example client secret" } },
        { params, body: { ...asked, custom_integration_id: randomUUID(), reconnect_instance_id: randomUUID() } },
      ],
      ends: { code: "outbound_refused", because: "The services of the gates reach public hosts only, and no test asks one of these." },
    },
    completeMcpOAuth: {
      input: () => ({ body: { state: "example-state", code: "example-code", iss: "https://issuer.example.com", error: "access_denied" } }),
      ends: { code: "oauth_over", because: "Only a person who was sent to another service comes back with a state that is good." },
    },
  },
};
