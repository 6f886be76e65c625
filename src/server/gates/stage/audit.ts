import { agentOf } from "./agents.ts";
import { comes } from "#server/testing/patience/comes.ts";
import type { Stage } from "./stage.ts";

/** An agent whose creation is in the audit log: a consumer of events enters it. */
export async function enteredAgent(stage: Stage): Promise<string> {
  const { id } = await agentOf(stage);
  const entries = async () =>
    (await stage.service.pool.query<{ id: string }>("select id from audit_entries where object_id = $1", [id])).rows[0];
  await comes("the entry of an agent", entries);
  return id;
}
