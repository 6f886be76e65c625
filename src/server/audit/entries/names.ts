const named = (table: string) => `select x.name from ${table} x where x.id = g.object_id`;
const ofAgent = (table: string) => `select y.name from ${table} x join agents y on y.id = x.agent_id where x.id = g.object_id`;

/** What people know an object by, as SQL about an entry `g`. Kinds that are missing are known by what they belong to. */
export const nameQueries: Readonly<Record<string, string>> = {
  agent: named("agents"),
  agent_folder: named("agent_folders"),
  api_key: named("api_keys"),
  automation: named("automations"),
  case: "select x.title from cases x where x.id = g.object_id",
  case_trigger: ofAgent("case_triggers"),
  connection: named("connections"),
  event_trigger: ofAgent("event_triggers"),
  file: "select x.path from files x where x.id = g.object_id",
  integration: named("custom_integrations"),
  invite: "select x.email from invitations x where x.id = g.object_id",
  label: "select concat_ws(': ', nullif(x.key, ''), x.value) from queue_labels x where x.id = g.object_id",
  login: "select x.domain from logins x where x.id = g.object_id",
  member: named("users"),
  organization: named("organizations"),
  queue: named("queues"),
  revision: ofAgent("revisions"),
  run: "select x.title from runs x where x.id = g.object_id",
  schedule: ofAgent("schedules"),
  secret: named("secrets"),
  skill: named("skills"),
  team: named("teams"),
  user: named("users"),
  webhook_source: named("webhook_sources"),
};
