import type { SQL } from "drizzle-orm";
import type { Config } from "#contract/agents/config.ts";
import type { runs } from "#server/engine/runs.table.ts";
import type { RunSecrets } from "#server/engine/secrets/exported.ts";
import type { runMessages } from "./run-messages.table.ts";

export type RunRecord = typeof runs.$inferSelect;

/** A run that a worker holds. */
export type ClaimedRun = RunRecord & {
  /** Of its revision, as the ids below; null when that has none. */
  readonly config: Config | null;
  readonly handover_target_ids: string[] | null;
  readonly handover_to: string | null;
  readonly sub_agent_ids: string[] | null;
  /** Whether the agent's memory was on when the worker took the run. */
  readonly memory: boolean;
  /** Of its revision in the moment of the claim, as `config` is: what a person has to have agreed to. Null without secrets and logins. */
  readonly fingerprint: string | null;
  /** The contents of skills and files that its programs begin with. */
  readonly inputs: unknown;
  /** Whether its revision has slots, for queues or for connections. */
  readonly has_slots: boolean;
  /** The dead worker that held it. */
  readonly taken_from: string | null;
};

/** A run in work, with what its programs get and its messages must not show. */
export type HeldRun = ClaimedRun & { readonly secrets: RunSecrets };

export type MessageRecord = typeof runMessages.$inferSelect;

/** A message before it has its place in a run. */
export type NewMessage = Omit<typeof runMessages.$inferInsert, "run_id" | "seq" | "created_at">;

export interface Held {
  readonly id: string;
  readonly lease: number;
  readonly messageCount?: number;
  readonly secrets: Pick<RunSecrets, "redactor">;
}

export type RunPatch = Partial<
  Pick<RunRecord, "started_at" | "failure" | "attempt" | "retry_reason" | "code_starts" | "sandbox_id" | "worker_id">
> & {
  input_tokens?: number;
  output_tokens?: number;
  /** By the store's clock. */
  completed_at?: SQL | null;
  next_attempt_at?: SQL | null;
  retrying_since?: SQL;
  /** Beginnings of its program that were cut off from outside. */
  excused_starts?: number | SQL;
};
