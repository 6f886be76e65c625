import { choice, record } from "#contract/record.ts";
import { Failure } from "#contract/runs/failures.ts";
import { int53, timestamp, uuid } from "#contract/fields.ts";
import { Question } from "#contract/runs/human-requests.ts";
import { waitForModel, waitForPlace, waitForRetry } from "#contract/runs/waits.ts";
import { z } from "#contract/zod.ts";
import { Config } from "./config.ts";
import { revisionStatuses } from "./revisions.ts";

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
  /** Who decided; when is `completed_at` of the builder run. Null also once that person is gone. */
  decided_by: Person.nullable(),
  /** Why, in that person's words. */
  decision_note: z.string().nullable(),
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

const decided = { decision: true, decided_by: true, decision_note: true } as const;

/** A prompt of a revision and what became of it, without the configurations. */
export const PastGeneration = record("PastGeneration", {
  ...BuilderRun.omit({ checkpoint_config: true }).shape,
  ...Generation.pick({ prompt: true, summary: true, model: true, asked_by: true, ...decided, created_at: true }).shape,
});
export type PastGeneration = z.output<typeof PastGeneration>;
