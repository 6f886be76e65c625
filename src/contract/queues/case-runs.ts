import { mayOpenRun } from "#contract/runs/rights.ts";
import { endpoint } from "#contract/endpoint.ts";
import { queryInt, timestamp, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { RunMessage } from "#contract/runs/messages.ts";
import { EvalSummary, RunWait, runStatus } from "#contract/runs/run.ts";
import { z } from "#contract/zod.ts";

const area = "Cases";
const access = { scope: "team", by: "case_id", role: "team:member" } as const;

export const CaseRun = record("CaseRun", {
  id: uuid,
  case_queue_item_id: uuid,
  agent_id: uuid,
  agent_name: z.string(),
  status: runStatus,
  source: z.string().nullable(),
  created_at: timestamp,
  started_at: timestamp.nullable(),
  completed_at: timestamp.nullable(),
  claimed_at: timestamp,
  has_pending_human_request: z.boolean(),
  pending_human_request_title: z.string().nullable(),
  /** `unavailable` with nothing of nothing for a run that was not evaluated. */
  evaluation: EvalSummary,
  user_id: uuid.nullable(),
  user_name: z.string().nullable(),
  user_email: z.string().nullable(),
});
export type CaseRun = z.output<typeof CaseRun>;

const RecentMessage = record("RecentRunMessage", {
  ...RunMessage.shape,
  /** What wrote it: a model step, or a program. */
  runtime: z.enum(["responses", "terminal-agent"]),
  /** Where it stands: the run and the message. */
  raw_message: z.strictObject({ session_id: uuid, uuid }),
});

export const listCaseRuns = endpoint({
  name: "listCaseRuns",
  method: "GET",
  path: "/v2/cases/{case_id}/runs",
  area,
  summary: "The runs that claimed a case, newest first (the last 50)",
  access,
  reads: ["case_run", "case"],
  params: z.strictObject({ case_id: idOf("case") }),
  reply: z.strictObject({
    runs: z.array(CaseRun),
    /** Ours: what runs among them wait for; beside them, as the specification's row is closed. */
    waits: z.array(RunWait),
  }),
});

export const listCaseRunRecentMessages = endpoint({
  name: "listCaseRunRecentMessages",
  method: "GET",
  path: "/v2/cases/{case_id}/runs/{run_id}/recent-messages",
  area,
  summary: "What a run that claimed the case said and called last, oldest first",
  access,
  may: mayOpenRun,
  reads: ["case_run", "case"],
  params: z.strictObject({ case_id: idOf("case"), run_id: idOf("run") }),
  query: z.strictObject({ limit: queryInt(1, 10).default(3) }),
  reply: z.strictObject({ messages: z.array(RecentMessage) }),
  errors: ["forbidden"],
});
