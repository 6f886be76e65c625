import type { SQL } from "drizzle-orm";
import type { Db } from "#server/platform/db/open.ts";
import type { LiveBus } from "#server/platform/live/live-bus.ts";
import type { Control } from "#server/engine/control/control.ts";
import type { EngineServices } from "#server/engine/services.ts";

export type JobServices = Control & Pick<EngineServices, "store" | "log" | "metrics" | "wakeCases">;

/** What works on a portion of a job. */
export interface JobHand {
  readonly services: JobServices;
  afterCommit(effect: () => void): void;
}

/** Of a job's row. It is its own queue entry: `jobColumns` has the rest. */
export interface JobRow {
  readonly id: string;
  readonly turn_at: string;
}

/** A table of jobs, for what such jobs are about: they go when that goes. One job of it at a time is worked on in each process. */
export interface JobTable<Job extends JobRow = JobRow> {
  /** Names the work in metrics and log. */
  readonly name: string;
  readonly table: string;
  /** What a row `j` says of its kind, and whose turn it takes. */
  readonly kind: SQL;
  readonly team: SQL;
  /** A job, of its row with a `team_id`. */
  read(row: Record<string, unknown>): Job;
  /** Tells screens that a job got further. */
  tell(live: LiveBus, job: Job): void;
  /** Follows in the transaction in which a job could not go on. */
  failed?(tx: Db, job: Job): Promise<void>;
}

/** The job cannot go on, and says why. What it did before stays done. */
export class JobCannotGoOn extends Error {}

/**
 * What jobs of a kind do. An area lists its kinds in `jobs` of its manifest; turns, portions, failures and progress come with them. A portion
 * is one transaction with what is noted of it.
 */
export interface JobKind<Job extends JobRow = JobRow, Item = unknown> {
  readonly of: JobTable<Job>;
  /** As in the rows. */
  readonly name: string;
  /** Items that one transaction changes: few enough that whoever needs one of them hardly waits. */
  readonly atOnce: number;
  /** The next items that are left, at most so many. None: `apply` finds what is left, or nothing is. */
  items(tx: Db, job: Job, limit: number): Promise<readonly Item[]>;
  /** Changes these, and notes what became of them. Returns whether more may be left. Throws a {@link JobCannotGoOn} to end the job. */
  apply(tx: Db, job: Job, items: readonly Item[], hand: JobHand): Promise<boolean>;
  /** Notes that an item could not be changed, unless somebody changed it meanwhile. The others go on without it. */
  leave(tx: Db, job: Job, item: Item, error: unknown): Promise<void>;
  /** Nothing is left. */
  end(tx: Db, job: Job, hand: JobHand): Promise<void>;
}
