import type { SQL } from "drizzle-orm";
import type { Events } from "#contract/event.ts";
import type { Browsers } from "#server/engine/browser/browser.ts";
import type { ModelPort } from "#server/engine/models/port.ts";
import type { Sandbox, SandboxProbe } from "#server/engine/sandbox/sandbox.ts";
import type { Services } from "#server/platform/http/context.ts";
import type { Metrics } from "#server/platform/metrics/metrics.ts";
import type { Begins } from "#server/platform/work/apart.ts";
import type { Looks } from "#server/platform/work/looks.ts";
import type { Refusal } from "#server/platform/http/refusal.ts";
import type { RunRecord } from "./log/run-record.ts";
import type { FindAttached, ProgramCall } from "./program/program-call.ts";
import type { SecretsOfRuns } from "./secrets/secrets-of-runs.ts";
import type { Slots } from "./claims/slots.ts";

/** What the engine works with. */
export interface EngineServices extends Pick<
  Services,
  "config" | "store" | "clock" | "objects" | "signer" | "envelope" | "live" | "log" | "outbound"
> {
  readonly metrics: Metrics;
  /** When a piece of background work of this process begins. */
  readonly begins: Begins;
  readonly looks: Looks;
  /** Whether nothing is done in the background now. */
  readonly paused?: () => boolean;
  readonly sandbox: Sandbox;
  /** The sandbox's self-test, done once. */
  readonly sandboxProbe: () => Promise<SandboxProbe>;
  readonly sandboxSlots: Slots;
  /** For the calls of all programs together. */
  readonly callSlots: Slots;
  readonly browsers: Browsers;
  readonly model: (name: string) => ModelPort;
  readonly secrets: SecretsOfRuns;
  /** What programs may ask of areas. */
  readonly programCalls: readonly ProgramCall[];
  /** What lies below attachments/ when a program of this run begins. */
  readonly attachedFiles: FindAttached;
  /** What a failure means to whoever caused it: a refusal of ours, or one that the store reports. Undefined for a fault. */
  readonly refusalOf: (error: unknown) => Refusal | undefined;
  /** This run may have become due, or any run: call it after the commit. */
  readonly wakeRuns: (due?: Pick<RunRecord, "program">) => void;
  /** Cases may be waiting for a run: call it after the commit. */
  readonly wakeCases: () => void;
  /** What happens in all areas, by its type. */
  readonly events: Events;
  /** What areas write in the statement that ends a run by itself. */
  readonly withEnd: readonly SQL[];
  /** Runs have come to their end, for good or for now: whoever asked for them goes on. Call it after the commit. */
  readonly runsEnded: (ended: readonly RunRecord[]) => void;
  /** A run asked a person, or gave its work away: call it after the commit. */
  readonly runMoved: (run: RunRecord) => void;
}
