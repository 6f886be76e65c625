import { attachRevisionIntegrations } from "#contract/agents/slots.ts";
import { createConnection } from "#contract/connections/connections.ts";
import { createCustomIntegration } from "#contract/connections/integrations.ts";
import { pinRevisionIntegrationConnection } from "#contract/connections/slot-pins.ts";
import { refreshSlotTools, setSlotTools } from "#contract/connections/slot-tools.ts";
import { practiceServerUrl } from "#server/connections/practice/practice-address.ts";
import type { Loading } from "./loading.ts";

export const sampleLedger = "Sample ledger";

/** A kind of integration with a shared connection: to the practice server, which needs no network and no account. */
export async function connectSample({ api, teamId, made }: Loading): Promise<void> {
  const params = { teamId };
  const kind = { name: sampleLedger, auth_method: "url", server_url: practiceServerUrl } as const;
  const custom_integration_id = await made(
    "integration",
    sampleLedger,
    async () => (await api.call(createCustomIntegration, { params, body: kind })).id,
  );
  const body = { name: sampleLedger, provider: "user", auth_method: "url", custom_integration_id, shared: true } as const;
  await made("connection", sampleLedger, async () => (await api.call(createConnection, { params, body })).id);
}

/** Lets the runs of a revision use it, and call each of its tools: they only read, and come with the service. */
export async function pinSample(
  { api, idOf }: Loading,
  { agentId, buildId }: { readonly agentId: string; readonly buildId: string },
): Promise<void> {
  const [integration, connection] = [idOf("integration", sampleLedger), idOf("connection", sampleLedger)];
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
