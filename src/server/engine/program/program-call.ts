import type { CallRecord } from "#server/engine/log/recorded-call.ts";
import type { HeldRun } from "#server/engine/log/run-record.ts";
import type { SandboxFile } from "#server/engine/sandbox/sandbox.ts";
import type { Services } from "#server/platform/http/context.ts";

/** What a call is answered with. */
export interface Calling {
  readonly services: Pick<Services, "store" | "objects" | "live">;
  readonly run: HeldRun;
  readonly record: CallRecord;
  readonly method: string;
  /** Team files that the configuration declares, by path. */
  readonly files: readonly string[];
  /** Where an attachment of its case lies in the workspace, by id. */
  readonly attached: AttachedFiles["paths"];
}

/** What a program may ask of an area over its socket. It changes nothing but by {@link CallRecord.change}, whose transaction holds the run's lease. */
export interface ProgramCall {
  /** As in "files.read". */
  readonly method: string;
  answer(calling: Calling, parameters: unknown): Promise<unknown>;
}

/** What lies below attachments/ when a program begins. */
interface AttachedFiles {
  readonly files: readonly SandboxFile[];
  /** Where each lies in the workspace, by its id. */
  readonly paths: ReadonlyMap<string, string>;
  /** Names of those for which there was no room. */
  readonly left: readonly string[];
}
export type FindAttached = (services: Pick<Services, "store" | "objects">, run: HeldRun) => Promise<AttachedFiles>;
