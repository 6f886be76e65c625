import { endpoint } from "#contract/endpoint.ts";
import { int53, timestamp, uuid } from "#contract/fields.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";

/** What the engine works on without a request. */
export const workKinds = ["model", "program", "generation", "evaluation", "webhook"] as const;
export type WorkKind = (typeof workKinds)[number];

/** What counts as late: people wait for a run, and for nothing else as much. */
export const lateSeconds = 60;
/** Of each kind and team, and of objects, no more than these are counted. */
export const mostCounted = 10_000;

/** What a process said of itself when it last said that it lives. */
export const WorkerReport = record("EngineWorkerReport", {
  /** How many of each kind it works on at the same time. */
  places: z.strictObject({ model: int53, program: int53, generation: int53, evaluation: int53 }),
  /** By how much its clock is ahead of the store's, in milliseconds; below zero: behind. */
  clock_ahead_ms: z.int(),
  /** Changes in other processes do not arrive there. */
  deaf: z.boolean(),
  connections: z.strictObject({ most: int53, in_use: int53 }),
  /** Requests that hold a connection, those that wait for one, and those that were refused since the process started. */
  requests: z.strictObject({ most: int53, in_work: int53, waiting: int53, refused: int53, last_refused_at: timestamp.nullable() }),
});
export type WorkerReport = z.output<typeof WorkerReport>;

const Worker = record("EngineWorker", {
  id: uuid,
  host: z.string(),
  pid: int53,
  version: z.string(),
  started_at: timestamp,
  last_beat_at: timestamp,
  /** `stopped`: it ended in order. `lost`: it no longer says that it lives, and others took up its work. */
  state: z.enum(["alive", "stopped", "lost"]),
  holds: z.strictObject({ model: int53, program: int53, generation: int53 }),
  /** Runs and generations that others took from it after it had ended. */
  taken_over: int53,
  /** Null: a version of the service that says something else. */
  report: WorkerReport.nullable(),
});
export type Worker = z.output<typeof Worker>;

const Work = record("EngineWork", {
  kind: z.enum(workKinds),
  /** What could be worked on now and waits for a place. */
  due: int53,
  /** Of these, what has waited for longer than a minute. */
  late: int53,
  oldest_due_at: timestamp.nullable(),
});
export type Work = z.output<typeof Work>;

export const EngineState = record("EngineState", {
  /** By the store's clock, as all instants in here. */
  as_of: timestamp,
  /** Those that live, then those that ended within a day; the latest first, 100 at most. */
  workers: z.array(Worker),
  work: z.array(Work),
  /** What follows from events: how many each consumer has not read yet, and for how long the oldest waits. */
  events: z.array(
    record("EngineEvents", {
      consumer: z.string(),
      waiting: int53,
      oldest_seconds: z.number(),
      /** Its last portion failed in the process that answers, and is tried again. */
      failing: z.boolean(),
    }),
  ),
  /** Webhook deliveries that failed, or are under way, and are tried again later. */
  retrying_webhooks: int53,
  /** Changes of many cases whose last portion failed; they are tried again. */
  failing_jobs: int53,
  storage: z.strictObject({
    /** Of everything stored as files. */
    used_bytes: int53,
    /** On the disk of `DATA_DIR`; null: unknown, as in a bucket. */
    free_bytes: int53.nullable(),
    /** Contents that nothing names any more; they are removed within the hour. */
    orphaned: int53,
    oldest_orphaned_at: timestamp.nullable(),
    /** Contents written more than an hour ago of which it is not settled whether anything names them; null: the file store does not answer. */
    unconfirmed: int53.nullable(),
  }),
});
export type EngineState = z.output<typeof EngineState>;

export const getEngineState = endpoint({
  name: "getEngineState",
  method: "GET",
  path: "/v2/engine",
  area: "System",
  summary: "Workers, what waits for them, and storage of the installation",
  access: { scope: "organization", by: "installation", role: "organization:admin" },
  reads: [],
  ours: "Administrators of an installation need to see that work waits, and why.",
  reply: z.strictObject({ engine: EngineState }),
});
