import type { Config } from "#contract/agents/config.ts";
import { attachRevisionIntegrations } from "#contract/agents/slots.ts";
import { createConnection } from "#contract/connections/connections.ts";
import { createCustomIntegration } from "#contract/connections/integrations.ts";
import { pinRevisionIntegrationConnection } from "#contract/connections/slot-pins.ts";
import { agentWith } from "./agents.ts";
import type { TestMcpServer } from "./mcp-server.ts";
import type { TestService } from "./service.ts";
import { allowTools } from "./slot-tools.ts";

/** An agent that may call all tools of an MCP server, which is connected as “Ledger of Ada”. */
export async function connectedAgent(service: TestService, server: TestMcpServer, config: Config, name = "Ledger"): Promise<string> {
  const params = { teamId: service.teamId };
  const made = { name, auth_method: "headers" as const, server_url: `${server.url}/${name}` };
  const { id: integration_id } = await service.ok(createCustomIntegration, { params, body: made });
  const account = {
    name: `${name} of Ada`,
    provider: "user" as const,
    auth_method: "headers" as const,
    custom_integration_id: integration_id,
  };
  const { id: connection_id } = await service.ok(createConnection, { params, body: { ...account, headers: {} } });
  const { id: agent_id, buildId: build_id } = await agentWith(service, config);
  const slot = { agent_id, build_id, integration_id };
  await service.ok(attachRevisionIntegrations, { params: { agent_id, build_id }, body: { integration_ids: [integration_id] } });
  await service.ok(pinRevisionIntegrationConnection, { params: slot, body: { connection_id } });
  await allowTools(service, slot);
  return agent_id;
}
