import { mayChangeAgent } from "./rights.ts";
import { endpoint } from "#contract/endpoint.ts";
import { instant, int53, page, text, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { emptyWords, z } from "#contract/zod.ts";
import { selectedAutomationRevision } from "./revisions.ts";
import { BuilderRun, Generation, OpenBuilderRun, PastGeneration } from "./builder-run.ts";

// A builder run writes a draft's configuration from a prompt. Rules beside the specification's:
// - A revision has at most one open builder run, and its configuration belongs to that one: until it is decided or cancelled, changing
//   the configuration by hand and promoting are refused.
// - A prompt for a live revision branches a draft from it; the answer's `build_id` names it. A historic revision takes none.
// - A prompt while an earlier result waits for approval goes on from that result and takes its place: the earlier builder run is
//   cancelled, the new one keeps its `checkpoint_config`. So a checkpoint is always what a person last wrote or accepted.
// - A builder run that fails or is cancelled leaves the checkpoint in the draft, never something nobody accepted.

const area = "Automations";
const params = z.strictObject({ build_id: idOf("revision") });
const reply = z.strictObject({ builder_run: BuilderRun });
const change = { scope: "team", by: "build_id", role: "team:builder" } as const;
const reviewed = z.strictObject({
  builder_run_id: uuid,
  /** `started_at` of the status under review. */
  expected_started_at: instant.nullable(),
  /** Ours: why, for everyone who reads the decision later. */
  note: text(0, 20_000).optional(),
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
    /** Both are about processes that clarity captured. Their drafts are built by an operation of their own: taken here, and ignored. */
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
  errors: ["stale_review", "not_waiting"],
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
  summary: "Builder runs that wait for the caller, longest wait first; below Manager of one's own agents",
  access: { scope: "team", by: "teamId", role: "team:member" },
  reads: ["builder_run"],
  ours: "The inbox needs every review of a team in one list.",
  params: z.strictObject({ teamId: idOf("team") }),
  query: z.strictObject(page(50, 100)),
  reply: z.strictObject({ builder_runs: z.array(OpenBuilderRun), total: int53, limit: z.int(), offset: int53 }),
});
