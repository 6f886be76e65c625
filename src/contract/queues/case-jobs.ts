import { endpoint } from "#contract/endpoint.ts";
import { Issue } from "#contract/errors.ts";
import { int53, page, queryInt, timestamp, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { choice, record } from "#contract/record.ts";
import { maySteerJob } from "./rights.ts";
import { z } from "#contract/zod.ts";
import { casePriorities, caseStatuses } from "./case.ts";
import { CaseFilters, caseSearch } from "./case-filters.ts";

/** What is done to each case. `reprocess` names the agent: a job must not change whom it means while it runs. */
export const CaseAct = choice("CaseAct", "kind", [
  record("SetCaseStatus", { kind: z.literal("status"), status: z.enum(caseStatuses) }),
  record("SetCasePriority", { kind: z.literal("priority"), priority: z.enum(casePriorities) }),
  record("ReprocessCase", { kind: z.literal("reprocess"), agent_id: uuid }),
  record("DeleteCase", { kind: z.literal("delete") }),
]);
export type CaseAct = z.output<typeof CaseAct>;

/**
 * What a job does: to cases that there are, or making them of the rows of a file. `clear` deletes every case that was in the queue when the job
 * was created; until it ends, no agent takes a case from the queue.
 */
export const JobAct = choice("JobAct", "kind", [
  ...CaseAct.options,
  record("ClearQueue", { kind: z.literal("clear") }),
  record("ImportCases", { kind: z.literal("import"), file_name: z.string() }),
]);
export type JobAct = z.output<typeof JobAct>;
export type ActOf<Kind extends JobAct["kind"]> = Extract<JobAct, { kind: Kind }>;

/** Whether a job that is resumed tries again what failed: a row that became no case becomes none the next time. */
export const retriesFailed = ({ kind }: JobAct): boolean => kind !== "import";

/** `failed`: it could not go on. What it did before stays done, and the rest can be taken up again. */
export const caseJobStatuses = ["running", "done", "aborted", "failed"] as const;
export type CaseJobStatus = (typeof caseJobStatuses)[number];

/** `left`: not done yet, or never. The four of them are all that was asked for. */
export const caseJobOutcomes = ["done", "skipped", "failed", "left"] as const;
export type CaseJobOutcome = (typeof caseJobOutcomes)[number];

/** A change of many cases that goes on by itself until it is done. An import counts rows: those that became cases, and those that failed to. */
export const CaseJob = record("CaseJob", {
  id: uuid,
  queue_id: uuid,
  act: JobAct,
  /** Of the agent that cases are given to; null where there is none, or it was deleted. */
  agent_name: z.string().nullable(),
  status: z.enum(caseJobStatuses),
  /** How many cases it is about, and how many of them came to each end. */
  total: int53,
  counts: z.strictObject({ done: int53, skipped: int53, failed: int53, left: int53 }),
  interrupted_run_count: int53,
  /** Why it could not go on. */
  error: z.string().nullable(),
  started_by_user_id: uuid.nullable(),
  started_by_name: z.string().nullable(),
  created_at: timestamp,
  ended_at: timestamp.nullable(),
});
export type CaseJob = z.output<typeof CaseJob>;

/**
 * `unchanged`: it was so already. `not_in_queue`: it was deleted, or never was there. `refused`: the store took no change of it. `unfit`: the
 * row is no case, and `issues` say why.
 */
export const caseJobReasons = ["unchanged", "not_in_queue", "refused", "unfit"] as const;

export const CaseJobItem = record("CaseJobItem", {
  /** Null: the row of a file that is no case, or not yet. */
  case_id: uuid.nullable(),
  /** As it was when the job began: the case may be gone. Of a row that is no case, the beginning of what stands there. */
  title: z.string(),
  /** Where the row begins in its file. Null: the job imports nothing. */
  line: int53.nullable(),
  outcome: z.enum(caseJobOutcomes),
  reason: z.enum(caseJobReasons).nullable(),
  issues: z.array(Issue),
});
export type CaseJobItem = z.output<typeof CaseJobItem>;

const area = "Cases";
const access = { scope: "team", by: "queue_id", role: "team:member" } as const;
const inQueue = z.strictObject({ queue_id: idOf("queue") });
const one = z.strictObject({ queue_id: idOf("queue"), job_id: idOf("job") });
const reply = z.strictObject({ job: CaseJob });
const why = "A change of thousands of cases outlasts a request: it has its own page, continues after a restart and can be stopped.";

export const startCaseJob = endpoint({
  name: "startCaseJob",
  method: "POST",
  path: "/v2/queues/{queue_id}/case-jobs",
  area,
  summary: "Change many cases in the background: the named ones, or all that match the filters now",
  access,
  records: "case_job.started",
  changes: ["case_job"],
  ours: why,
  params: inQueue,
  body: z
    .strictObject({
      act: CaseAct,
      case_ids: z.array(uuid).min(1).max(10_000).optional(),
      all_matching: z.boolean().optional(),
      filters: CaseFilters.optional(),
      search: caseSearch.optional(),
    })
    .refine(({ case_ids, all_matching }) => (case_ids !== undefined) !== (all_matching === true), {
      error: "Give either `case_ids` or `all_matching: true`",
    }),
  reply,
  status: 201,
  errors: ["not_a_consumer", "too_many"],
  creates: "replayed",
});

export const listCaseJobs = endpoint({
  name: "listCaseJobs",
  method: "GET",
  path: "/v2/queues/{queue_id}/case-jobs",
  area,
  summary: "The changes of many cases in a queue, newest first; kept for 30 days after their end",
  access,
  reads: ["case_job"],
  ours: why,
  params: inQueue,
  query: z.strictObject(page(20, 100)),
  reply: z.strictObject({ jobs: z.array(CaseJob), total: int53, limit: z.int(), offset: int53 }),
});

export const getCaseJob = endpoint({
  name: "getCaseJob",
  method: "GET",
  path: "/v2/queues/{queue_id}/case-jobs/{job_id}",
  area,
  summary: "The progress of a change of many cases",
  access,
  reads: ["case_job"],
  ours: why,
  params: one,
  reply,
});

export const listCaseJobItems = endpoint({
  name: "listCaseJobItems",
  method: "GET",
  path: "/v2/queues/{queue_id}/case-jobs/{job_id}/items",
  area,
  summary: "The result of each case of a job, in processing order",
  access,
  reads: ["case_job"],
  ours: why,
  params: one,
  query: z.strictObject({
    limit: page(100, 100).limit,
    outcome: z.enum(caseJobOutcomes).optional(),
    after: queryInt(0, 9007199254740991).optional(),
  }),
  reply: z.strictObject({ items: z.array(CaseJobItem), next: int53.nullable() }),
});

export const abortCaseJob = endpoint({
  name: "abortCaseJob",
  method: "POST",
  path: "/v2/queues/{queue_id}/case-jobs/{job_id}/abort",
  area,
  summary: "Stop a job early; finished changes are kept. For who started it and Managers",
  access,
  records: "case_job.aborted",
  may: maySteerJob,
  changes: ["case_job"],
  ours: why,
  params: one,
  reply,
});

export const resumeCaseJob = endpoint({
  name: "resumeCaseJob",
  method: "POST",
  path: "/v2/queues/{queue_id}/case-jobs/{job_id}/resume",
  area,
  summary: "Resume a job with what it left and what failed; an import resumes only what it left. For who started it and Managers",
  access,
  records: "case_job.resumed",
  may: maySteerJob,
  changes: ["case_job"],
  ours: why,
  params: one,
  reply,
  errors: ["too_many"],
});
