import { agreeToRevision, getRevisionAgreement } from "#contract/connections/agreements.ts";
import { refreshSlotTools } from "#contract/connections/slot-tools.ts";
import type { PersonName } from "./people.ts";
import type { TestService } from "./service.ts";

interface SlotParams {
  readonly agent_id: string;
  readonly build_id: string;
  readonly integration_id: string;
}

/** Lets runs call everything that a person's connections in a slot have, and the person agrees to that. */
export async function allowTools(service: TestService, params: SlotParams, as: PersonName = "owner"): Promise<void> {
  const { tools } = await service.ok(refreshSlotTools, { params }, { as });
  await service.pool.query(
    `insert into slot_tool_policies (slot_id, server_url, name, policy, digest)
     select s.id, t.server_url, t.name, 'allow', t.digest from revision_slots s, jsonb_to_recordset($3) as t(server_url text, name text, digest text)
     where s.build_id = $1 and $2 in (s.integration_id, s.custom_integration_id) on conflict do nothing`,
    [params.build_id, params.integration_id, JSON.stringify(tools)],
  );
  const revision = { params: { agentId: params.agent_id, buildId: params.build_id } };
  const { fingerprint, mine } = await service.ok(getRevisionAgreement, revision, { as });
  if (mine) await service.ok(agreeToRevision, { ...revision, body: { fingerprint } }, { as });
}
