import { z } from "./zod.ts";

/**
 * What an event can be about. `by`: the parameter of an address that names it. `in`: where a reply has it. Of these the service knows which one a
 * call was about.
 */
interface SubjectRule {
  readonly by: string;
  readonly in?: string;
}
export const subjectRules = {
  agent: { by: "agent_id", in: "agent" },
  agent_folder: { by: "folder_id", in: "folder" },
  revision: { by: "build_id", in: "build" },
  automation: { by: "automation_id", in: "automation" },
  automation_revision: { by: "revision_id", in: "revision" },
  suggestion: { by: "id" },
  run: { by: "run_id", in: "run" },
  human_request: { by: "request_id" },
  approval: { by: "request_id" },
  queue: { by: "queue_id", in: "queue" },
  label: { by: "label_id", in: "label" },
  case: { by: "case_id" },
  case_job: { by: "job_id", in: "job" },
  case_trigger: { by: "trigger_id", in: "case_trigger" },
  schedule: { by: "schedule_id", in: "" },
  event_trigger: { by: "trigger_id", in: "" },
  webhook_source: { by: "source_id", in: "source" },
  skill: { by: "skill_id", in: "skill" },
  secret: { by: "id", in: "" },
  login: { by: "id", in: "" },
  integration: { by: "custom_integration_id", in: "" },
  connection: { by: "connection_id", in: "" },
  api_key: { by: "id", in: "api_key" },
  organization: { by: "orgId" },
  member: { by: "memberId" },
  invite: { by: "id", in: "invite" },
  team: { by: "teamId", in: "" },
  /** Who calls. */
  user: { by: "" },
} as const satisfies Record<string, SubjectRule>;
export type Subject = keyof typeof subjectRules;

/** A small fact: an id, a number, an instant, or one word of a list. No text fits, so no secret and nothing that somebody wrote does. */
type Fact = z.ZodGUID | z.ZodInt | z.ZodISODateTime | z.ZodBoolean | z.ZodEnum;
type Facts = Record<string, Fact | z.ZodOptional<Fact> | z.ZodNullable<Fact>>;

/** How long events are kept, in days: work by the thousand for as long as its webhooks, what is audited for a year. */
const keptDays = { work: 30, audit: 365 };

/** What can happen to a kind of thing: its facts, whether somebody who checks on others has to find it, and for how many days it is kept. */
export function event<const S extends Subject, const Data extends Facts>(subject: S, data: Data, { audit = false } = {}) {
  return { subject, data: z.strictObject(data), audit, days: audit ? keptDays.audit : keptDays.work };
}

/** What people change and decide: audited. */
export function change<const S extends Subject, const Data extends Facts = Record<never, never>>(subject: S, data?: Data) {
  return event(subject, data ?? ({} as Data), { audit: true });
}
