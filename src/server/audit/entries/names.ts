import { sql } from "drizzle-orm";
import type { AuditChange } from "#contract/audit/audit-entry.ts";
import { anyOf } from "#server/platform/db/any-of.ts";
import type { Db } from "#server/platform/db/open.ts";

const named = (table: string) => `select x.id, x.name from ${table} x`;
const ofAgent = (table: string) => `select x.id, y.name from ${table} x join agents y on y.id = x.agent_id`;
/** What people know by its agent. */
const ofAgents: Readonly<Record<string, string>> = {
  case_trigger: ofAgent("case_triggers"),
  event_trigger: ofAgent("event_triggers"),
  revision: ofAgent("revisions"),
  schedule: ofAgent("schedules"),
};

/** What people know an object `x` by. Kinds that are missing are known by what they belong to. */
const queries: Readonly<Record<string, string>> = {
  ...ofAgents,
  agent: named("agents"),
  agent_folder: named("agent_folders"),
  api_key: named("api_keys"),
  artifact: "select x.id, x.title as name from artifacts x",
  automation: named("automations"),
  automation_revision: "select x.id, y.name from automation_revisions x join automations y on y.id = x.automation_id",
  case: "select x.id, x.title as name from cases x",
  case_job: "select x.id, coalesce(q.revision_name, q.name) as name from case_jobs x join queues q on q.id = x.queue_id",
  clarity_label: "select x.id, x.value as name from clarity_labels x",
  clarity_node: named("clarity_nodes"),
  clarity_process: named("clarity_processes"),
  connection: named("connections"),
  file: "select x.id, x.path as name from files x",
  human_request: "select x.id, a.name from human_requests x join runs r on r.id = x.run_id join agents a on a.id = r.agent_id",
  integration: named("custom_integrations"),
  invite: "select x.id, x.email as name from invitations x",
  label: "select x.id, concat_ws(': ', nullif(x.key, ''), x.value) as name from queue_labels x",
  login: "select x.id, x.domain as name from logins x",
  member: named("users"),
  organization: named("organizations"),
  queue: named("queues"),
  run: "select x.id, x.title as name from runs x",
  secret: named("secrets"),
  skill: named("skills"),
  team: named("teams"),
  user: named("users"),
  webhook_source: named("webhook_sources"),
};

/** Where the changes of an object have what people know it by. */
const nameFields: Readonly<Record<string, string>> = {
  artifact: "title",
  clarity_label: "value",
  file: "path",
  invite: "email",
  login: "domain",
};

interface Known {
  readonly kind: string;
  readonly id: string;
  readonly changes: readonly AuditChange[];
  readonly agent_id: string | undefined;
}

interface Name {
  readonly name: string | null;
  /** Objects of its kind have a name, and it is there no more. */
  readonly gone: boolean;
}

/** The names of objects, in their order. What is gone by now is known by what its transaction changed, or by its agent. */
export async function namesOf(db: Db, objects: readonly Known[]): Promise<readonly Name[]> {
  const names = await readNames(db, objects);
  const isGone = ({ kind, id }: Known) => queries[kind] !== undefined && !names.has(id);
  const agentOf = ({ kind, agent_id: id }: Known) => (kind in ofAgents && id !== undefined ? [{ kind: "agent", id }] : []);
  const agents = await readNames(db, objects.filter(isGone).flatMap(agentOf));
  return objects.map((object) => {
    const gone = isGone(object);
    const name = gone ? (nameIn(object) ?? agents.get(object.agent_id ?? "")) : names.get(object.id);
    return { name: name ?? null, gone };
  });
}

/** By their ids. A statement for each kind: to plan one for all kinds takes longer than to write the entries. */
async function readNames(db: Db, objects: readonly Pick<Known, "kind" | "id">[]): Promise<ReadonlyMap<string, string | null>> {
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

function nameIn({ kind, changes }: Known): string | undefined {
  const change = changes.find(({ field }) => field === (nameFields[kind] ?? "name"));
  const name = change?.from ?? change?.to;
  return typeof name === "string" ? name : undefined;
}
