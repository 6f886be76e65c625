import { sql } from "drizzle-orm";
import { maxSlotTools, type SlotTool, type ToolDefinition, type ToolPolicy } from "#contract/connections/slot-tools.ts";
import type { ConnectionRecord } from "#server/connections/connections/connections.store.ts";
import { serves } from "#server/connections/grants/serves.ts";
import { type ChosenPolicy, policyInForce } from "#server/connections/mcp/tool-policies.ts";
import type { Db } from "#server/platform/db/open.ts";

interface ToolRow {
  readonly server_url: string;
  readonly name: string;
  readonly digest: string;
  readonly definition: ToolDefinition;
  readonly chosen: ChosenPolicy | null;
  readonly allowed_definition: ToolDefinition | null;
}

const teamOf = (slotId: string) => sql`(select a.team_id from revision_slots s join revisions r on r.id = s.build_id
  join agents a on a.id = r.agent_id where s.id = ${slotId}::uuid)`;

/** The tools of the connections in a slot that a person sees, by server and name: of several accounts at one server as the person's own has them. */
export async function listTools(db: Db, slotId: string, userId: string): Promise<SlotTool[]> {
  const { rows } = await db.execute<ToolRow & Record<string, unknown>>(sql`
    select distinct on (c.server_url, t.name) c.server_url, t.name, t.digest, t.definition,
      case when p.slot_id is not null then jsonb_build_object('policy', p.policy, 'digest', p.digest) end as chosen,
      case when p.policy = 'allow' and p.digest <> t.digest then (
        select o.definition from connection_tools o join connections oc on oc.id = o.connection_id
        where o.digest = p.digest and oc.team_id = c.team_id limit 1) end as allowed_definition
    from slot_pins sp join connections c on c.id = sp.connection_id join connection_tools t on t.connection_id = c.id and t.current
      left join slot_tool_policies p on p.slot_id = sp.slot_id and p.server_url = c.server_url and p.name = t.name
    where sp.slot_id = ${slotId}::uuid and (c.user_id is null or c.user_id = ${userId}::uuid) and ${serves(teamOf(slotId))}
    order by c.server_url, t.name, sp.user_id = ${userId}::uuid desc, c.id limit ${maxSlotTools}`);
  return rows.map(({ definition, chosen, allowed_definition, ...tool }) => {
    const policy = policyInForce(chosen ?? undefined, tool.digest);
    const { server_url, name, digest } = tool;
    return {
      server_url,
      name,
      digest,
      ...definition,
      policy,
      changed: chosen?.policy === "allow" && policy !== "allow",
      allowed_definition,
    };
  });
}

/** What a person has pinned to a slot. */
export async function listPinned(db: Db, slotId: string, userId: string): Promise<ConnectionRecord[]> {
  const { rows } = await db.execute<ConnectionRecord & Record<string, unknown>>(sql`
    select c.* from slot_pins p join connections c on c.id = p.connection_id
    where p.slot_id = ${slotId}::uuid and p.user_id = ${userId}::uuid and ${serves(teamOf(slotId))} order by p.created_at, c.id`);
  return rows;
}

export type Choice = Pick<SlotTool, "server_url" | "name" | "digest"> & { readonly policy: ToolPolicy };

/** Chooses them, and notes for the audit log each tool of which this changes what runs may do. */
export async function choosePolicies(db: Db, slotId: string, choices: readonly Choice[]): Promise<void> {
  await db.execute(sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(choices)}::jsonb) as g(server_url text, name text, policy text, digest text)),
    changed as (
      select g.server_url, g.name, g.policy, case when p.policy = 'allow' and p.digest <> g.digest then 'ask' else coalesce(p.policy, 'ask') end as before
      from given g left join slot_tool_policies p on p.slot_id = ${slotId}::uuid and p.server_url = g.server_url and p.name = g.name),
    noted as (
      insert into audit_changes (object_id, changes)
      select s.build_id, jsonb_agg(jsonb_build_object('field', ${auditField}, 'from', c.before, 'to', c.policy) order by c.name)
      from changed c join revision_slots s on s.id = ${slotId}::uuid where c.before <> c.policy group by s.build_id)
    insert into slot_tool_policies (slot_id, server_url, name, policy, digest)
    select ${slotId}::uuid, g.server_url, g.name, g.policy, g.digest from given g
    on conflict (slot_id, server_url, name) do update set policy = excluded.policy, digest = excluded.digest, created_at = now()`);
}

/** A tool as the audit log names it: a long name by its digest, and of the server its host, as the rest of an address may be a key. */
const auditField = sql`'tool_policy ' || case when length(c.name) > 120 then 'SHA-256 ' || encode(sha256(convert_to(c.name, 'UTF8')), 'hex') else c.name end
  || ' (' || substring(c.server_url from '://(?:[^/?#]*@)?([^/?#]*)') || ')'`;

export async function copyPolicies(db: Db, from: string, to: string): Promise<void> {
  await db.execute(sql`
    insert into slot_tool_policies (slot_id, server_url, name, policy, digest, created_at)
    select ${to}::uuid, server_url, name, policy, digest, created_at from slot_tool_policies where slot_id = ${from}::uuid`);
}

export interface ToolCounts {
  readonly slot_id: string;
  readonly ask: number;
  /** Of these, those that were allowed for what they were before. */
  readonly changed: number;
  readonly never: number;
  readonly allow: number;
}

/** How many tools of each slot of a revision are allowed, asked about and never called, of the servers that anybody's connections lead to. */
export async function countTools(db: Db, buildId: string): Promise<ToolCounts[]> {
  const { rows } = await db.execute<ToolCounts & Record<string, unknown>>(sql`
    with tools as (
      select distinct s.id as slot_id, c.server_url, t.name, t.digest from revision_slots s join slot_pins sp on sp.slot_id = s.id
        join connections c on c.id = sp.connection_id join connection_tools t on t.connection_id = c.id and t.current
      where s.build_id = ${buildId}::uuid),
    chosen as (
      select t.slot_id, t.server_url, t.name, bool_or(p.policy = 'never') as never,
        bool_and(coalesce(p.policy = 'allow' and p.digest = t.digest, false)) as allow,
        bool_or(coalesce(p.policy = 'allow' and p.digest <> t.digest, false)) as changed
      from tools t left join slot_tool_policies p on p.slot_id = t.slot_id and p.server_url = t.server_url and p.name = t.name group by 1, 2, 3)
    select slot_id, count(*) filter (where never)::int as never, count(*) filter (where allow)::int as allow,
      count(*) filter (where never is not true and not allow)::int as ask, count(*) filter (where changed)::int as changed
    from chosen group by 1 order by 1`);
  return rows;
}

interface AllowedTool {
  readonly slot_id: string;
  readonly server_url: string;
  readonly name: string;
  readonly digest: string;
}

/** What runs of a revision call without asking anybody, as long as it is what was allowed. */
export async function listAllowed(db: Db, buildId: string): Promise<AllowedTool[]> {
  const { rows } = await db.execute<AllowedTool & Record<string, unknown>>(sql`
    select p.slot_id, p.server_url, p.name, p.digest from slot_tool_policies p join revision_slots s on s.id = p.slot_id
    where s.build_id = ${buildId}::uuid and p.policy = 'allow' order by s.created_at, s.id, p.server_url, p.name limit ${maxSlotTools}`);
  return rows;
}
