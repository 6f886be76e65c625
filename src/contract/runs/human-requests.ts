import { mayOpenRun } from "./rights.ts";
import { endpoint } from "#contract/endpoint.ts";
import { int53, page, text, timestamp, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";
import { ofFormerRun } from "#contract/queues/case.ts";
import { CaseOfRun } from "./run.ts";

export const QuestionOption = record("HumanRequestOption", { label: z.string(), description: z.string().optional() });
export const Question = record("HumanRequestQuestion", {
  question: z.string(),
  header: z.string().optional(),
  options: z.array(QuestionOption).optional(),
  multi_select: z.boolean().optional(),
});
export type Question = z.output<typeof Question>;

/** Ours: a call that is made once a person approves it. Everything in it is shown; what a server says of its tool is a claim. */
export const AskedToolCall = record("AskedToolCall", {
  /** As the server calls it. */
  tool: z.string(),
  description: z.string(),
  /** The server says that the tool changes nothing. */
  reads_only: z.boolean(),
  /** The server says that the tool can delete or overwrite. */
  destroys: z.boolean().optional(),
  connection_name: z.string(),
  server_url: z.string(),
  arguments: z.record(z.string(), z.unknown()),
  /** The call was approved, or the tool allowed, before the tool or its connection changed. */
  changed: z.boolean(),
});
export type AskedToolCall = z.output<typeof AskedToolCall>;

export const PendingHumanRequest = record("PendingHumanRequest", {
  id: uuid,
  title: z.string(),
  description: z.string().nullable(),
  created_at: timestamp,
  type: z.enum(["approval", "question"]),
  questions: z.array(Question).optional(),
  tool_call: AskedToolCall.optional(),
  /** Ours: the caller may answer `always` too. */
  may_always: z.boolean(),
});
export type PendingHumanRequest = z.output<typeof PendingHumanRequest>;

export const HumanRequest = record("HumanRequest", {
  id: uuid,
  run_id: uuid,
  title: z.string(),
  description: z.string().nullable(),
  response: z.string().nullable(),
  responded_at: timestamp.nullable(),
  created_at: timestamp,
});

/** A row of the inbox: what is asked, by which run of which agent. */
export const InboxRequest = record("InboxRequest", {
  ...PendingHumanRequest.shape,
  run_id: uuid,
  run_title: z.string(),
  agent_id: uuid,
  agent_name: z.string(),
  /** What the run works on or has worked on, as long as it exists: who decides has to see it. */
  case: CaseOfRun.nullable(),
  of_former_run: ofFormerRun,
  user_id: uuid.nullable(),
  user_name: z.string().nullable(),
  response: z.string().nullable(),
  responded_at: timestamp.nullable(),
  responded_by_name: z.string().nullable(),
});
export type InboxRequest = z.output<typeof InboxRequest>;

/**
 * `former` are open too, but of runs that no longer have the case that they ask about: an answer changes nothing of it. The specification keeps
 * them answerable; they are apart, so that what is pending is what work waits for.
 */
export const askedStates = ["pending", "former", "answered"] as const;

const area = "Runs";

export const listHumanRequests = endpoint({
  name: "listHumanRequests",
  method: "GET",
  path: "/v2/teams/{teamId}/human-requests",
  area,
  summary: "Requests to people: open, oldest first, or answered, newest first; below Manager only of one's own runs",
  access: { scope: "team", by: "teamId", role: "team:member" },
  reads: ["human_request", "run"],
  ours: "The inbox needs every open request of a team in one list; the specification shows one request per run.",
  params: z.strictObject({ teamId: idOf("team") }),
  query: z.strictObject({
    ...page(50, 100),
    state: z.enum(askedStates).default("pending"),
    agent_id: uuid.optional(),
    queue_id: uuid.optional(),
  }),
  reply: z.strictObject({ human_requests: z.array(InboxRequest), total: int53, limit: z.int(), offset: int53 }),
});

export const respondToHumanRequest = endpoint({
  name: "respondToHumanRequest",
  method: "POST",
  path: "/v2/runs/{run_id}/human-requests/{request_id}/respond",
  area,
  summary: "Answer a request: `approved`, or `answers` by the text of each question",
  access: { scope: "team", by: "run_id", role: "team:member" },
  may: mayOpenRun,
  records: "human_request.answered",
  changes: ["run", "run_message", "human_request", "case", "queue", "case_run", "revision_slot", "revision"],
  params: z.strictObject({ run_id: idOf("run"), request_id: idOf("human_request") }),
  body: z.strictObject({
    answers: z
      .record(text(1, 1000), text(0, 10_000))
      .refine((answers) => Object.keys(answers).length <= 20, { error: "Give at most 20" })
      .optional(),
    approved: z.boolean().optional(),
    /** Ours: with a yes to a call of a tool, runs of its revision call this tool without asking from now on, until it changes. */
    always: z.boolean().optional(),
  }),
  reply: z.strictObject({ human_request: HumanRequest }),
  errors: ["forbidden", "not_waiting", "already_answered", "wrong_answer"],
});
