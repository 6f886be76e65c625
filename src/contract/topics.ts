/**
 * What can change, one topic for each kind of thing that a screen shows. A read names the topics that it shows, a write those that it may
 * change; caches and live updates follow from that.
 * - `by`: the parameter that says which one. A read of another one shows nothing of the change. Without it a change concerns every read.
 * - `of`: who in a team may know of a change: the person whose thing it is and Managers. `recipient`: one person alone, in every team.
 *   `nobody`: it is no team's, and other windows do not learn of it.
 */
interface TopicRule {
  readonly by?: string;
  readonly of?: "person" | "recipient" | "nobody";
}

export const topicRules = {
  agent: { by: "agent_id" },
  agent_folder: { by: "folder_id" },
  revision: {},
  revision_slot: { by: "build_id" },
  builder_run: { by: "build_id" },
  automation: { by: "automation_id" },
  memory: { by: "agent_id" },
  evaluation: { by: "agent_id" },
  suggestion: { by: "agent_id" },
  run: { by: "run_id", of: "person" },
  run_message: { by: "run_id", of: "person" },
  human_request: { by: "run_id", of: "person" },
  sandbox: { by: "sandbox_id", of: "person" },
  team_job: { by: "job_id" },
  queue: { by: "queue_id" },
  label: { by: "queue_id" },
  case_schema: { by: "queue_id" },
  case_rubric: { by: "queue_id" },
  case: { by: "case_id" },
  case_run: { by: "case_id" },
  case_attachment: { by: "case_id" },
  case_job: { by: "job_id" },
  case_trigger: {},
  schedule: { by: "schedule_id", of: "person" },
  event_trigger: { by: "trigger_id", of: "person" },
  webhook_source: { by: "source_id" },
  file: { by: "path" },
  skill: { by: "skill_id" },
  secret: { by: "id", of: "person" },
  login: { by: "id", of: "person" },
  integration: {},
  connection: { by: "connection_id", of: "person" },
  notification_preference: { of: "nobody" },
  notification_chat: {},
  api_key: { of: "nobody" },
  list_view: {},
  list_columns: { of: "nobody" },
  profile: { of: "nobody" },
  session: { of: "nobody" },
  team: { of: "nobody" },
  member: {},
  invite: {},
  /** What a person may do: their roles, and whether their key or session is still there. */
  notification: { of: "recipient" },
  access: { of: "recipient" },
  retention: { of: "nobody" },
} as const satisfies Record<string, TopicRule>;

export type Topic = keyof typeof topicRules;

export const topics = Object.keys(topicRules) as [Topic, ...Topic[]];

const ruleOf = (topic: Topic): TopicRule => topicRules[topic];

/** Of what a team's windows are told. */
export const liveTopics = topics.filter((topic) => ruleOf(topic).of !== "nobody");

/** Whether a change concerns one person, whichever team their windows show. */
export function isForRecipient(topic: Topic): boolean {
  return ruleOf(topic).of === "recipient";
}

/** The id of what a call is about under a topic, from the parameters of its address; undefined where they do not say. */
export function idIn(topic: Topic, params: Readonly<Record<string, unknown>> | undefined): string | undefined {
  const { by } = ruleOf(topic);
  const id = by === undefined ? undefined : parameterOf(params, by);
  return typeof id === "string" ? id : undefined;
}

/** A parameter of an address: the specification spells some `run_id` and others `runId`. */
export function parameterOf(params: Readonly<Record<string, unknown>> | undefined, name: string): unknown {
  return params?.[name] ?? params?.[camelCase(name)];
}

function camelCase(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
