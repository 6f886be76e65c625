import { sql } from "drizzle-orm";
import type { AgentRow } from "#contract/agents/agents.ts";
import { builtInIntegrations } from "#server/connections/integrations/catalogue.ts";
import { isoText } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";

type Signs = Pick<
  AgentRow,
  | "integration_configs"
  | "user_triggers"
  | "case_trigger_enabled"
  | "case_trigger_has_conflict"
  | "case_trigger_conflicting_agents"
  | "case_queue_name"
>;
/** Chats have no triggers here yet. */
const user_triggers = { slack_mention: false, slack_channel: false, teams_mention: false };

/** Of an agent that went away while the list was read. */
export const noSigns: Signs = {
  integration_configs: [],
  user_triggers,
  case_trigger_enabled: false,
  case_trigger_has_conflict: false,
  case_trigger_conflicting_agents: [],
  case_queue_name: null,
};

/** What a row of the list says to a person beside an agent: what its latest revision is connected to, and which queue starts it. */
export async function signsOf(
  db: Db,
  agents: readonly { readonly id: string; readonly latest_build: { readonly id: string } | null }[],
  userId: string,
): Promise<ReadonlyMap<string, Signs>> {
  if (agents.length === 0) return new Map();
  const builds = agents.map(({ latest_build }) => latest_build?.id ?? null);
  const { rows } = await db.execute<Omit<Signs, "user_triggers" | "case_trigger_has_conflict"> & { id: string }>(sql`
    select a.id, coalesce(t.enabled, false) as case_trigger_enabled, coalesce(q.revision_name, q.name) as case_queue_name,
      (select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name) order by o.name collate "und-x-icu", o.id), '[]')
        from case_triggers r join agents o on o.id = r.agent_id and o.deleted_at is null
        where r.queue_id = t.queue_id and r.enabled and t.enabled and r.agent_id <> a.id) as case_trigger_conflicting_agents,
      (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'integration_id', coalesce(s.integration_id, s.custom_integration_id),
          'integration_type', s.integration_type, 'integration_name', (select i.name from custom_integrations i where i.id = s.custom_integration_id),
          'is_connected', s.integration_type in ('case-queue-producer', 'case-queue-consumer')
            or exists (select from slot_pins p where p.slot_id = s.id and p.user_id = ${userId}), 'created_at', ${sql.raw(isoText("s.created_at"))},
          'linked_queue_names', array(select coalesce(n.revision_name, n.name) from revision_slot_queues l
            join queues n on n.id = l.queue_id and n.deleted_at is null where l.slot_id = s.id order by 1)) order by s.integration_type, s.id), '[]')
        from revision_slots s where s.build_id = a.build_id) as integration_configs
    from unnest(${sql.param(agents.map(({ id }) => id))}::uuid[], ${sql.param(builds)}::uuid[]) a (id, build_id)
      left join case_triggers t on t.agent_id = a.id left join queues q on q.id = t.queue_id and q.deleted_at is null`);
  return new Map(rows.map(({ id, ...signs }) => [id, { ...signs, ...derived(signs), user_triggers }]));
}

function derived({
  integration_configs,
  case_trigger_conflicting_agents: rivals,
}: Omit<Signs, "user_triggers" | "case_trigger_has_conflict">) {
  return {
    case_trigger_has_conflict: rivals.length > 0,
    integration_configs: integration_configs.map(({ integration_name: custom, ...config }) => ({
      ...config,
      integration_name: custom ?? builtInIntegrations.find(({ id }) => id === config.integration_id)?.name ?? config.integration_type,
      icon_url: null,
    })),
  };
}
