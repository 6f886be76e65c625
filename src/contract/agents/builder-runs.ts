import { mayChangeAgent } from "./rights.ts";
import { choice, record } from "#contract/record.ts";
import { Failure } from "#contract/runs/failures.ts";
import { endpoint } from "#contract/endpoint.ts";
import { instant, int53, page, text, timestamp, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { Question } from "#contract/runs/human-requests.ts";
import { waitForModel, waitForPlace, waitForRetry } from "#contract/runs/waits.ts";
import { emptyWords, z } from "#contract/zod.ts";
import { Config } from "./config.ts";
import { revisionStatuses, selectedAutomationRevision } from "./revisions.ts";

// A builder run writes a draft's configuration from a prompt. Rules beside the specification's:
// - A revision has at most one open builder run, and its configuration belongs to that one: until it is decided or cancelled, changing
//   the configuration by hand and promoting are refused.
// - A prompt for a live revision branches a draft from it; the answer's `build_id` names it. A historic revision takes none.
// - A prompt while an earlier result waits for approval goes on from that result and takes its place: the earlier builder run is
//   cancelled, the new one keeps its `checkpoint_config`. So a checkpoint is always what a person last wrote or accepted.
// - A builder run that fails or is cancelled leaves the checkpoint in the draft, never something nobody accepted.

export const builderRunStatuses = [
  "not_started",
  "running",
  "completed",
  "failed",
  "cancelled",
  "waiting_for_input",
  "waiting_for_approve",
] as const;
export type BuilderRunStatus = (typeof builderRunStatuses)[number];

export const BuilderRun = record("BuilderRun", {
  id: uuid,
  status: z.enum(builderRunStatuses),
  build_id: uuid,
  started_at: timestamp.nullable(),
  completed_at: timestamp.nullable(),
  checkpoint_config: Config.nullable(),
});
export type BuilderRun = z.output<typeof BuilderRun>;

/**
 * What a generation waits for that is not a person: a free worker, its model once that takes more than a few seconds, or the next try after a
 * passing fault.
 */
export const GenerationWait = choice("GenerationWait", "for", [
  record("GenerationWaitForPlace", waitForPlace),
  record("GenerationWaitForModel", waitForModel),
  record("GenerationWaitForRetry", waitForRetry),
]);
export type GenerationWait = z.output<typeof GenerationWait>;

const Person = record("GenerationPerson", { id: uuid, name: z.string().nullable() });

export const builderDecisions = ["accepted", "declined"] as const;

/** What a reviewer needs beside the specification's record (ours). */
export const Generation = record("Generation", {
  prompt: z.string(),
  model: z.string(),
  asked_by: Person.nullable(),
  context_run_id: uuid.nullable(),
  /** What the model asks while the status is `waiting_for_input`; empty otherwise. */
  questions: z.array(Question),
  /** The configuration to decide about, read together with the record; it stays readable after the decision. */
  proposed_config: Config.nullable(),
  /** The proposal that this prompt continued from and replaced undecided: what its reader has seen already. Null where there was none. */
  replaced_config: Config.nullable(),
  /** What changed, in the model's words. */
  summary: z.string().nullable(),
  failure: Failure.nullable(),
  wait: GenerationWait.nullable(),
  /** What a person decided: `completed` alone does not say it. */
  decision: z.enum(builderDecisions).nullable(),
  created_at: timestamp,
  updated_at: timestamp,
});
export type Generation = z.output<typeof Generation>;

export const OpenBuilderRun = record("OpenBuilderRun", {
  ...BuilderRun.omit({ checkpoint_config: true }).shape,
  ...Generation.pick({ prompt: true, summary: true, questions: true, asked_by: true, created_at: true, updated_at: true }).shape,
  agent_id: uuid,
  agent_name: z.string(),
  revision_number: int53,
  revision_name: z.string().nullable(),
  revision_status: z.enum(revisionStatuses),
});
export type OpenBuilderRun = z.output<typeof OpenBuilderRun>;

/** A prompt of a revision and what became of it, without the configurations. */
export const PastGeneration = record("PastGeneration", {
  ...BuilderRun.omit({ checkpoint_config: true }).shape,
  ...Generation.pick({ prompt: true, summary: true, model: true, asked_by: true, decision: true, created_at: true }).shape,
});
export type PastGeneration = z.output<typeof PastGeneration>;

const area = "Automations";
const params = z.strictObject({ build_id: idOf("revision") });
const reply = z.strictObject({ builder_run: BuilderRun });
const change = { scope: "team", by: "build_id", role: "team:builder" } as const;
const reviewed = z.strictObject({
  builder_run_id: uuid,
  /** `started_at` of the status under review. */
  expected_started_at: instant.nullable(),
});

export const generateRevision = endpoint({
  name: "generateRevision",
  method: "POST",
  path: "/v2/revisions/{build_id}/generate",
  area,
  summary: "Let a model write instructions or code into a draft for review; nothing is activated",
  access: change,
  may: mayChangeAgent,
  records: "revision.generation_started",
  changes: ["builder_run", "revision", "agent", "automation"],
  params,
  body: z.strictObject({
    prompt: text(1, 20_000).refine((v) => v.trim() !== "", { error: (issue) => emptyWords(issue.path) }),
    /** A run whose end the model may learn from: its last messages and its failure. */
    run_id: uuid.optional(),
    /** Both are about processes that clarity captured, which do not exist here: taken and ignored. */
    process_id: uuid.optional(),
    insight_index: int53.optional(),
    /** A revision of the team whose sandbox a generation may use again; generations here need none. */
    previous_build_id: uuid.optional(),
    selected_automation_revision_id: selectedAutomationRevision,
    /** The transcript of a spoken conversation, as further context. */
    conversation: text(1, 100_000).optional(),
    /** Ours: which model writes. Absent: MODEL_DEFAULT, else the model of the revision. */
    model: text(1, 200).optional(),
  }),
  reply,
  status: 201,
  errors: ["generation_active", "historic_revision", "revision_fixed"],
  creates: "replayed",
});

export const getRevisionGeneration = endpoint({
  name: "getRevisionGeneration",
  method: "GET",
  path: "/v2/revisions/{build_id}/generation",
  area,
  summary: "The latest builder run of a revision, null when there was none",
  access: { scope: "team", by: "build_id", role: "team:member" },
  reads: ["builder_run"],
  params,
  /** `generation` is ours and null exactly when `builder_run` is. */
  reply: z.strictObject({ builder_run: BuilderRun.nullable(), generation: Generation.nullable() }),
});

export const listRevisionGenerations = endpoint({
  name: "listRevisionGenerations",
  method: "GET",
  path: "/v2/revisions/{build_id}/generations",
  area,
  summary: "The builder runs of a revision with their prompts, latest first",
  access: { scope: "team", by: "build_id", role: "team:member" },
  reads: ["builder_run"],
  ours: "A reviewer needs the requests that came before the latest one.",
  params,
  query: z.strictObject(page(20, 100)),
  reply: z.strictObject({ generations: z.array(PastGeneration), total: int53, limit: z.int(), offset: int53 }),
});

export const acceptRevisionGeneration = endpoint({
  name: "acceptRevisionGeneration",
  method: "POST",
  path: "/v2/revisions/{build_id}/accept",
  area,
  summary: "Keep the reviewed configuration in the draft; the draft is not activated",
  access: change,
  may: mayChangeAgent,
  records: "revision.generation_accepted",
  changes: ["builder_run", "revision", "agent"],
  params,
  body: reviewed,
  reply,
  errors: ["stale_review", "not_reviewable"],
});

export const declineRevisionGeneration = endpoint({
  name: "declineRevisionGeneration",
  method: "POST",
  path: "/v2/revisions/{build_id}/decline",
  area,
  summary: "Restore the draft from the checkpoint",
  access: change,
  may: mayChangeAgent,
  records: "revision.generation_declined",
  changes: ["builder_run", "revision", "agent"],
  params,
  body: reviewed,
  reply,
  errors: ["stale_review", "not_reviewable"],
});

export const answerRevisionGeneration = endpoint({
  name: "answerRevisionGeneration",
  method: "POST",
  path: "/v2/revisions/{build_id}/generation/answer",
  area,
  summary: "Answer the model's questions: question text to answer, all questions together",
  access: change,
  may: mayChangeAgent,
  records: "revision.generation_answered",
  changes: ["builder_run", "revision", "agent"],
  ours: "A builder run that waits for input needs a way to get it.",
  params,
  body: z.strictObject({
    builder_run_id: uuid,
    answers: z.record(text(1, 1000), text(0, 10_000)).refine((answers) => Object.keys(answers).length <= 20, { error: "Give at most 20" }),
  }),
  reply,
  errors: ["stale_review", "not_waiting", "wrong_answer"],
});

export const cancelRevisionGeneration = endpoint({
  name: "cancelRevisionGeneration",
  method: "POST",
  path: "/v2/revisions/{build_id}/generation/cancel",
  area,
  summary: "Cancel a builder run that is active or has questions; the draft does not change",
  access: change,
  may: mayChangeAgent,
  records: "revision.generation_canceled",
  changes: ["builder_run", "revision", "agent"],
  ours: "A prompt that turns out wrong should not have to be waited for.",
  params,
  body: z.strictObject({ builder_run_id: uuid }),
  reply,
  errors: ["stale_review", "not_cancellable"],
});

export const listOpenBuilderRuns = endpoint({
  name: "listOpenBuilderRuns",
  method: "GET",
  path: "/v2/teams/{teamId}/builder-runs",
  area,
  summary: "Builder runs that wait for an answer or a decision of the caller, longest wait first; below Manager of one's own agents",
  access: { scope: "team", by: "teamId", role: "team:member" },
  reads: ["builder_run"],
  ours: "The inbox needs every review of a team in one list.",
  params: z.strictObject({ teamId: idOf("team") }),
  query: z.strictObject(page(50, 100)),
  reply: z.strictObject({ builder_runs: z.array(OpenBuilderRun), total: int53, limit: z.int(), offset: int53 }),
});
