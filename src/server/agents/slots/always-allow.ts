import { sql } from "drizzle-orm";
import { agentEvents } from "#contract/agents/events.ts";
import type { Who } from "#contract/rights.ts";
import { atLeast } from "#contract/roles.ts";
import { lockAgent } from "#server/agents/agents/agents.store.ts";
import { requireChange } from "#server/agents/agents/rights.ts";
import { noteChange } from "#server/agents/revisions/revisions.store.ts";
import { hasAttached, keepingAgreements } from "#server/connections/agreements/agreements.store.ts";
import type { Db } from "#server/platform/db/open.ts";
import { record } from "#server/platform/events/record.ts";
import type { Context } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { choosePolicies } from "./slot-tools.store.ts";

/** A call of a run that asks, with the tool that it is of. */
export interface AskingCall {
  readonly request_id: string;
  /** Of the run. */
  readonly user_id: string | null;
  readonly tool: { readonly slot_id: string; readonly server_url: string; readonly name: string; readonly digest: string };
}

/**
 * For which of these a person may say that runs need not ask again: they may change the agent, the slot is still there, and it takes nobody else's
 * agreement from the run, which would then go on without what they gave it. A tool that was allowed with another definition is allowed where the
 * difference is shown.
 */
export async function mayAllowAlways(db: Db, who: Who, calls: readonly AskingCall[]): Promise<Set<string>> {
  if (calls.length === 0 || !atLeast(who.role, "team:builder")) return new Set();
  const asked = calls.map(({ request_id, user_id, tool }) => ({ request_id, user_id, ...tool }));
  const { rows } = await db.execute<{ request_id: string }>(sql`
    select c.request_id from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as c(request_id text, user_id uuid, slot_id uuid, server_url text, name text, digest text)
      join revision_slots s on s.id = c.slot_id join revisions r on r.id = s.build_id join agents a on a.id = r.agent_id
    where a.deleted_at is null and not exists (select 1 from slot_tool_policies p where p.slot_id = c.slot_id and p.server_url = c.server_url
        and p.name = c.name and p.policy = 'allow' and p.digest <> c.digest)
      and (${atLeast(who.role, "team:manager")} or a.created_by = ${who.userId}::uuid)
      and (c.user_id = ${who.userId}::uuid or not ${hasAttached(sql`s.build_id`, sql`c.user_id`)})`);
  return new Set(rows.map(({ request_id }) => request_id));
}

/** From now on runs of the revision call this tool without asking, as long as it is what it was. The agent is locked. Throws 403 or 409. */
export async function allowAlways(context: Context, agentId: string, call: AskingCall): Promise<void> {
  const { db, caller, team } = context;
  requireChange(context, await lockAgent(db, agentId));
  const may = await mayAllowAlways(db, { userId: caller.userId, role: team.role }, [call]);
  if (!may.has(call.request_id))
    throw refuse("forbidden", "You can approve only this call. Allow the tool where the revision is reviewed.");
  const { rows } = await db.execute<{ build_id: string }>(sql`select build_id from revision_slots where id = ${call.tool.slot_id}::uuid`);
  const build = rows[0]?.build_id ?? "";
  const { slot_id, ...tool } = call.tool;
  await keepingAgreements(db, caller.userId, { of: sql`r.id = ${build}`, parts: ["tools"] }, () =>
    choosePolicies(db, slot_id, [{ ...tool, policy: "allow" }]),
  );
  await noteChange(db, build, caller.userId);
  const actor = { kind: "user", id: caller.userId } as const;
  await record(db, agentEvents, {
    type: "revision.connections_changed",
    team: team.id,
    actor,
    subject: build,
    data: { agent_id: agentId },
  });
  context.changed("revision_slot", build);
  context.changed("revision", build);
}
