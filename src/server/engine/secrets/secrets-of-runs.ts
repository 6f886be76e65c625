import type { HeldRun } from "#server/engine/log/run-record.ts";
import type { Services } from "#server/platform/http/context.ts";
import type { Exported, RunSecrets } from "./exported.ts";

type Opening = Pick<Services, "store" | "envelope">;

/** What is attached to the revisions of runs. The area that keeps it hands this to the engine. */
export interface SecretsOfRuns {
  /** What a claimed run gets, and what is hidden in everything that it writes. Throws Unreadable. */
  load(services: Opening, run: Pick<HeldRun, "build_id" | "user_id" | "fingerprint">): Promise<RunSecrets>;
  /** What a program that is about to start gets, after everything that it begins with was read. */
  exportedNow(services: Opening, run: HeldRun): Promise<Exported>;
  /** Why a run works without what its person has attached of their own, for the person to read. */
  whySuspended(services: Opening, run: HeldRun & { readonly user_id: string }): Promise<string>;
}
