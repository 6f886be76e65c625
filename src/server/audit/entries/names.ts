import { sql } from "drizzle-orm";
import { anyOf } from "#server/platform/db/any-of.ts";
import type { Db } from "#server/platform/db/open.ts";

const named = (table: string) => `select x.id, x.name from ${table} x`;
const ofAgent = (table: string) => `select x.id, y.name from ${table} x join agents y on y.id = x.agent_id`;

/** What people know an object `x` by. Kinds that are missing are known by what they belong to. */
const queries: Readonly<Record<string, string>> = {
  agent: named("agents"),
  agent_folder: named("agent_folders"),
  api_key: named("api_keys"),
  automation: named("automations"),
  automation_revision: "select x.id, y.name from automation_revisions x join automations y on y.id = x.automation_id",
  case: "select x.id, x.title as name from cases x",
  case_job: "select x.id, coalesce(q.revision_name, q.name) as name from case_jobs x join queues q on q.id = x.queue_id",
  case_trigger: ofAgent("case_triggers"),
  connection: named("connections"),
  event_trigger: ofAgent("event_triggers"),
  file: "select x.id, x.path as name from files x",
  integration: named("custom_integrations"),
  invite: "select x.id, x.email as name from invitations x",
  label: "select x.id, concat_ws(': ', nullif(x.key, ''), x.value) as name from queue_labels x",
  login: "select x.id, x.domain as name from logins x",
  member: named("users"),
  organization: named("organizations"),
  queue: named("queues"),
  revision: ofAgent("revisions"),
  run: "select x.id, x.title as name from runs x",
  schedule: ofAgent("schedules"),
  secret: named("secrets"),
  skill: named("skills"),
  team: named("teams"),
  user: named("users"),
  webhook_source: named("webhook_sources"),
};

interface Known {
  readonly kind: string;
  readonly id: string;
}

/** The names of objects by their ids. A statement for each kind: to plan one for all kinds takes longer than to write the entries. */
export async function namesOf(db: Db, objects: readonly Known[]): Promise<ReadonlyMap<string, string | null>> {
  const names = new Map<string, string | null>();
  for (const [kind, some] of Map.groupBy(objects, (object) => object.kind)) {
    const query = queries[kind];
    if (query === undefined) continue;
    const ids = new Set(some.map(({ id }) => id));
    const { rows } = await db.execute<{ id: string; name: string | null }>(sql`${sql.raw(query)} where x.id = ${anyOf([...ids])}`);
    for (const { id, name } of rows) names.set(id, name);
  }
  return names;
}
