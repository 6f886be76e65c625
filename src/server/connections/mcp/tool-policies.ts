import { sql } from "drizzle-orm";
import type { ToolPolicy } from "#contract/connections/slot-tools.ts";
import type { Db } from "#server/platform/db/open.ts";

/** What somebody chose, and for which definition of the tool. */
export interface ChosenPolicy {
  readonly policy: ToolPolicy;
  readonly digest: string;
}

type Chosen = ChosenPolicy & { readonly slot_id: string; readonly server_url: string; readonly name: string };

/** What counts for a tool as it is now: what was allowed for another definition is asked about. What nobody wants stays away. */
export function policyInForce(chosen: ChosenPolicy | undefined, digest: string): ToolPolicy {
  if (chosen?.policy === "allow") return chosen.digest === digest ? "allow" : "ask";
  return chosen?.policy ?? "ask";
}

/** What was chosen for the tools of a revision's slots. */
export async function listPolicies(
  db: Db,
  buildId: string,
): Promise<(slotId: string, serverUrl: string, tool: string) => ChosenPolicy | undefined> {
  const { rows } = await db.execute<Chosen & Record<string, unknown>>(sql`
    select p.slot_id, p.server_url, p.name, p.policy, p.digest from slot_tool_policies p join revision_slots s on s.id = p.slot_id
    where s.build_id = ${buildId}::uuid`);
  const chosen = new Map(rows.map((row) => [keyOf(row.slot_id, row.server_url, row.name), row]));
  return (...of) => chosen.get(keyOf(...of));
}

const keyOf = (...parts: readonly string[]) => JSON.stringify(parts);
