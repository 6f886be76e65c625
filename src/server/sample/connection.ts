import { attachRevisionIntegrations } from "#contract/agents/slots.ts";
import { createConnection } from "#contract/connections/connections.ts";
import { createCustomIntegration } from "#contract/connections/integrations.ts";
import { pinRevisionIntegrationConnection } from "#contract/connections/slot-pins.ts";
import { refreshSlotTools, setSlotTools } from "#contract/connections/slot-tools.ts";
import { practiceServerUrl } from "#server/connections/practice/practice-address.ts";
import type { SampleApi } from "./api.ts";

interface SampleConnection {
  readonly integration: string;
  readonly connection: string;
}

/** A kind of integration with a shared connection: to the practice server, which needs no network and no account. */
export async function connectSample(api: SampleApi, teamId: string): Promise<SampleConnection> {
  const params = { teamId };
  const kind = { name: "Sample ledger", auth_method: "url", server_url: practiceServerUrl } as const;
  const { id: integration } = await api.call(createCustomIntegration, { params, body: kind });
  const { id: connection } = await api.call(createConnection, {
    params,
    body: { name: "Sample ledger", provider: "user", auth_method: "url", custom_integration_id: integration, shared: true },
  });
  return { integration, connection };
}

/** Lets the runs of a revision use it, and call each of its tools: they only read, and come with the service. */
export async function pinSample(
  api: SampleApi,
  { agentId, buildId }: { readonly agentId: string; readonly buildId: string },
  { integration, connection }: SampleConnection,
): Promise<void> {
  const params = { agent_id: agentId, build_id: buildId };
  await api.call(attachRevisionIntegrations, { params, body: { integration_ids: [integration] } });
  await api.call(pinRevisionIntegrationConnection, {
    params: { ...params, integration_id: integration },
    body: { connection_id: connection },
  });
  const slot = { ...params, integration_id: integration };
  const { tools } = await api.call(refreshSlotTools, { params: slot });
  const allowed = tools.map(({ server_url, digest }) => ({ server_url, digest, policy: "allow" as const }));
  await api.call(setSlotTools, { params: slot, body: { tools: allowed } });
}
