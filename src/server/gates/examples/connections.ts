import { randomBytes, randomUUID } from "node:crypto";
import { getRevisionAgreement } from "#contract/connections/agreements.ts";
import { createConnection } from "#contract/connections/connections.ts";
import { createCustomIntegration } from "#contract/connections/integrations.ts";
import { attachRevisionLogin, createCredential } from "#contract/connections/logins.ts";
import { attachRevisionSecret, createSecret } from "#contract/connections/secrets.ts";
import { atLeast } from "#contract/roles.ts";
import { type Stage, maker, roleIn } from "#server/gates/stage/stage.ts";
import { pinRevisionIntegrationConnection } from "#contract/connections/slot-pins.ts";
import { practiceServerUrl } from "#server/connections/practice/practice-address.ts";
import { agentOf, slotOf } from "#server/gates/stage/agents.ts";
import { type Examples, page, team } from "./example.ts";

const values = { API_KEY: "example value one", API_URL: "example value two" };
/** Refused before anything is asked. */
const privateServer = "http://10.0.0.1/mcp";
const asked = { mcp_server_url: privateServer, name: "Issues" };
const managing = (stage: Stage) => atLeast(roleIn(stage), "team:manager");
/** Whoever may not use the team at all is shown what the Owner has. */
const author = (stage: Stage) => ({ as: atLeast(roleIn(stage), "team:member") ? stage.as : stage.owner });

/** A secret that the caller may change: a shared one for Managers, else one's own. */
async function secretOf(stage: Stage, shared = managing(stage)): Promise<string> {
  const body = { name: "Example secret", shared, values };
  return (await stage.service.ok(createSecret, { ...team(stage), body }, shared ? { as: stage.owner } : author(stage))).id;
}
const ofSecret = async (stage: Stage) => ({ params: { id: await secretOf(stage) } });

async function revisionOf(stage: Stage): Promise<{ agentId: string; buildId: string }> {
  const agent = await agentOf(stage);
  return { agentId: agent.id, buildId: agent.buildId };
}

/** A Builder attaches what is shared to an agent of their own, a Member what is personal to any. */
const attachable = (stage: Stage) => secretOf(stage, atLeast(roleIn(stage), "team:builder"));

const seed = "JBSWY3DPEHPK3PXP";
const signIn = { domain: "app.example.com", username: "clerk@example.com", password: "example password", otp_secret: seed };

/** The address of the caller's logins. */
const ofPerson = (stage: Stage) => {
  const { as } = author(stage);
  return { params: { teamId: stage.teamId, userId: stage.service.ids[as] } };
};

async function loginOf(stage: Stage, shared = managing(stage)): Promise<string> {
  const as = shared ? stage.owner : author(stage).as;
  const params = { teamId: stage.teamId, userId: stage.service.ids[as] };
  return (await stage.service.ok(createCredential, { params, body: { ...signIn, shared } }, { as })).id;
}
const ofLogin = async (stage: Stage) => ({ params: { ...ofPerson(stage).params, id: await loginOf(stage) } });
const attachableLogin = (stage: Stage) => loginOf(stage, atLeast(roleIn(stage), "team:builder"));

async function personallyAttached(stage: Stage) {
  const params = await revisionOf(stage);
  const credentialId = await secretOf(stage, false);
  await stage.service.ok(attachRevisionSecret, { params, body: { credentialId } }, author(stage));
  return { params };
}

/** Each example has a server of its own: a team names one once. */
const serverOf = () => `https://mcp-${randomUUID()}.example.com/mcp`;
const customOf = async (stage: Stage) => {
  const body = { name: `Ledger ${randomUUID()}`, auth_method: "headers" as const, server_url: serverOf() };
  const { id } = await stage.service.ok(createCustomIntegration, { ...team(stage), body }, maker(stage, "team:manager"));
  return { params: { custom_integration_id: id } };
};

const headers = { plaintext: { "X-Region": "north" }, secret: { "X-Api-Key": "example header value" } };
/** A connection that the caller may change: a shared one for Managers, else one's own. */
async function connectionOf(stage: Stage, shared = managing(stage)): Promise<string> {
  const body = { name: "Ledger", server_url: serverOf(), provider: "user", auth_method: "headers", headers, shared } as const;
  const as = shared ? { as: stage.owner } : author(stage);
  return (await stage.service.ok(createConnection, { ...team(stage), body }, as)).id;
}
const ofConnection = async (stage: Stage) => ({ params: { connection_id: await connectionOf(stage) } });

/** A slot, with a connection of the caller pinned to it. */
async function pinOf(stage: Stage) {
  const params = await slotOf(stage, "custom_mcp");
  const connection_id = await connectionOf(stage);
  await stage.service.ok(pinRevisionIntegrationConnection, { params, body: { connection_id } }, author(stage));
  return { ...params, connection_id };
}
const pinnedSlot = async (stage: Stage) => {
  const { connection_id: _, ...params } = await pinOf(stage);
  return params;
};

/** A connection to the server that comes with the service, which answers wherever a test runs. */
async function practiceOf(stage: Stage) {
  const shared = managing(stage);
  const body = { name: "Ledger", server_url: practiceServerUrl, provider: "user", auth_method: "url", shared } as const;
  const as = shared ? { as: stage.owner } : author(stage);
  return { params: { connection_id: (await stage.service.ok(createConnection, { ...team(stage), body }, as)).id } };
}

/** A slot whose server has listed a tool, as the caller sees it. */
async function toolOf(stage: Stage) {
  const { connection_id, ...params } = await pinOf(stage);
  const digest = randomBytes(32).toString("base64url");
  const definition = { description: "Pays an invoice", input_schema: { type: "object" }, reads_only: false };
  const { rows } = await stage.service.pool.query<{ server_url: string }>(
    `with kept as (insert into connection_tools (connection_id, digest, name, definition, current) values ($1, $2, 'pay', $3, true))
     select server_url from connections where id = $1`,
    [connection_id, digest, definition],
  );
  return { params, tool: { server_url: rows[0]?.server_url ?? "", digest } };
}

export const connectionsExamples: Examples<
  "agreements" | "connectionTools" | "connections" | "integrations" | "slotPins" | "slotTools" | "secrets" | "logins" | "mcp" | "oauth"
> = {
  agreements: {
    getRevisionAgreement: { input: personallyAttached },
    agreeToRevision: {
      input: async (stage) => {
        const address = await personallyAttached(stage);
        const { fingerprint } = await stage.service.ok(getRevisionAgreement, address, author(stage));
        return { ...address, body: { fingerprint } };
      },
    },
  },
  connectionTools: {
    listConnectionTools: { input: practiceOf },
    callConnectionTool: {
      input: async (stage) => ({ ...(await practiceOf(stage)), body: { tool: "read_invoice", arguments: { number: "INV003267" } } }),
    },
  },
  connections: {
    listConnections: { input: (stage) => ({ ...team(stage), query: { ...page, type: "custom_mcp", search: "ledger" } }) },
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
  logins: {
    listCredentials: { input: (stage) => ({ ...ofPerson(stage), query: { domain: "app.example.com" } }) },
    createCredential: { input: (stage) => ({ ...ofPerson(stage), body: { ...signIn, shared: managing(stage) } }) },
    getCredential: { input: ofLogin },
    updateCredential: {
      input: async (stage) => ({
        ...(await ofLogin(stage)),
        body: { ...signIn, domain: "other.example.com", password: "another password", shared: managing(stage) },
      }),
    },
    deleteCredential: { input: ofLogin },
    previewCredentialDeletion: { input: ofLogin },
    listCredentialUses: { input: ofLogin },
    listRevisionLogins: { input: async (stage) => ({ params: await revisionOf(stage) }) },
    attachRevisionLogin: {
      input: async (stage) => ({ params: await revisionOf(stage), body: { exposedCredentialId: await attachableLogin(stage) } }),
      owned: "forbidden",
    },
    detachRevisionLogin: {
      input: async (stage) => {
        const params = await revisionOf(stage);
        const exposedCredentialId = await attachableLogin(stage);
        await stage.service.ok(attachRevisionLogin, { params, body: { exposedCredentialId } }, author(stage));
        return { params: { ...params, exposedCredentialId } };
      },
      owned: "forbidden",
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
  secrets: {
    listSecrets: { input: team },
    createSecret: {
      input: (stage) => ({
        ...team(stage),
        body: { name: "Example secret", service_slug: "example", shared: managing(stage), values },
      }),
    },
    getSecret: { input: ofSecret },
    updateSecret: {
      input: async (stage) => ({
        ...(await ofSecret(stage)),
        body: {
          name: "Other name",
          service_slug: "other",
          shared: managing(stage),
          rename_keys: { API_KEY: "TOKEN" },
          remove_keys: ["API_URL"],
          add_values: { REGION: "north" },
        },
      }),
      also: (_stage, { params, body: { name, service_slug } = {} }) => [
        { params, body: { ...(name && { name }), ...(service_slug && { service_slug }), values: { ONLY: "another" } } },
      ],
      compared: ["body.rename_keys", "body.rename_keys{}", "body.remove_keys", "body.remove_keys[]"],
    },
    deleteSecret: { input: ofSecret },
    previewSecretDeletion: { input: ofSecret },
    listSecretUses: { input: ofSecret },
    listRevisionSecrets: { input: async (stage) => ({ params: await revisionOf(stage) }) },
    attachRevisionSecret: {
      input: async (stage) => ({ params: await revisionOf(stage), body: { credentialId: await attachable(stage) } }),
      owned: "forbidden",
    },
    detachRevisionSecret: {
      input: async (stage) => {
        const params = await revisionOf(stage);
        const credentialId = await attachable(stage);
        await stage.service.ok(attachRevisionSecret, { params, body: { credentialId } }, author(stage));
        return { params: { ...params, credentialId } };
      },
      owned: "forbidden",
    },
  },
};
