import { sql } from "drizzle-orm";
import type { AuditChange } from "#contract/audit/audit-entry.ts";
import type { EventType } from "#contract/event.ts";
import type { RecordedEvent } from "#server/platform/events/consumers.ts";
import type { Db } from "#server/platform/db/open.ts";
import { namesOf } from "./names.ts";

/** An event with what its transaction changed of its object. */
export interface Audited {
  readonly event: RecordedEvent<EventType>;
  /** What it is about. */
  readonly kind: string;
  readonly changes: readonly AuditChange[];
}

/** Adds an entry of each event to the log of its organization; of what belongs to no team, to the log of each that the person is a member of. */
export async function writeEntries(tx: Db, audited: readonly Audited[]): Promise<void> {
  const names = await namesOf(
    tx,
    audited.map(({ event, kind, changes }) => ({ kind, id: event.subject_id, changes, agent_id: agentOf(event) })),
  );
  const rows = audited.map(({ event, kind, changes }, place) => {
    return { ...rowOf(event), object_kind: kind, ...names[place], changes, place };
  });
  await tx.execute(sql`
    with given as (select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(place int, at timestamptz, type text, operation text,
        actor_kind text, actor_id uuid, door text, credential_id uuid, address text, request_id uuid, team_id uuid, object_kind text,
        object_id uuid, name text, gone boolean, facts jsonb, changes jsonb)),
      named as (select g.*, t.organization_id as team_organization,
          case g.actor_kind when 'user' then coalesce(nullif(u.name, ''), u.email) when 'run' then a.name end as actor_name,
          -- What is gone has at last the name that the log knew it by.
          coalesce(g.name, case when g.gone then (
            select e.object_name from audit_entries e where e.organization_id = t.organization_id and e.object_id = g.object_id
              and e.object_name is not null order by e.at desc, e.id desc limit 1) end) as object_name,
          k.name || case when k.hint <> '' then ' …' || k.hint else '' end as credential_name
        from given g left join teams t on t.id = g.team_id
        left join users u on g.actor_kind = 'user' and u.id = g.actor_id
        left join runs r on g.actor_kind = 'run' and r.id = g.actor_id left join agents a on a.id = r.agent_id
        left join api_keys k on g.door = 'api_key' and k.id = g.credential_id),
      placed as (select distinct n.*, o.id as organization_id,
          concat_ws(' ', n.actor_name, n.object_name, n.credential_name, n.operation) as said
        from named n cross join lateral (
          select n.team_organization as id where n.team_organization is not null
          union select n.object_id where n.team_id is null and n.object_kind = 'organization'
          union select m.organization_id from organization_members m
            where n.team_id is null and n.object_kind <> 'organization' and m.user_id = coalesce(n.actor_id, n.object_id)) o),
      -- Where much is done at once, most of it says the same.
      spoken as materialized (select said, words_of(said) as words from (select distinct said from placed) p)
    insert into audit_entries (organization_id, at, type, operation, actor_kind, actor_id, actor_name, door, credential_id, credential_name,
      address, request_id, team_id, object_kind, object_id, object_name, facts, changes, words)
    select organization_id, at, type, operation, actor_kind, actor_id, actor_name, door, credential_id, credential_name, address, request_id,
      team_id, object_kind, object_id, object_name, facts, changes,
      words || array_to_tsvector(array_remove(array[object_id::text, actor_id::text, request_id::text, credential_id::text, lower(address collate "C")], null))
    from placed join spoken using (said) order by place, organization_id`);
}

function agentOf({ data }: RecordedEvent<EventType>): string | undefined {
  return "agent_id" in data && typeof data.agent_id === "string" ? data.agent_id : undefined;
}

function rowOf({ type, team_id, actor_kind, actor_id, subject_id, data, origin, created_at }: RecordedEvent<EventType>) {
  return {
    at: created_at,
    type,
    operation: origin?.operation ?? null,
    actor_kind,
    actor_id,
    // What a run does for a person is the run's, also where a person's request led to it.
    door: actor_kind === "user" ? (origin?.door ?? "console") : actor_kind,
    credential_id: origin?.credential_id ?? null,
    address: origin?.address ?? null,
    request_id: origin?.request_id ?? null,
    team_id,
    object_id: subject_id,
    facts: data,
  };
}
