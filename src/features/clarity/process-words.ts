import { generatingStatuses, type ProcessStatus } from "#contract/clarity/process.ts";
import { outdatedFrom, type ProcessStage } from "#contract/clarity/process-stages.ts";
import type { LinkType } from "#contract/clarity/node.ts";
import type { State } from "#ui/status.tsx";

export const stageWords: Readonly<Record<ProcessStage, string>> = {
  none: "Not captured",
  captured: "Captured",
  described: "Described",
  proposed: "Proposed",
  handed_over: "Handed over",
  measured: "Measured",
};

interface Staged {
  readonly status: ProcessStatus;
  readonly version: number;
  /** Cases that its agent failed after its newest capture. */
  readonly failures: number;
}

/** A draft waits for somebody to look at it. */
export const waitsForReview: State = { look: "asks", word: "Review" };

export const isGenerating = ({ status }: Pick<Staged, "status">) => generatingStatuses.some((one) => one === status);

/** What was told about the work is older than what its agent failed at. */
export const isOutdated = ({ failures }: Pick<Staged, "failures">) => failures >= outdatedFrom;

/** What takes the place of the stage; undefined where nothing does. */
export function exceptionOf({ status, version, failures }: Staged): State | undefined {
  if (isGenerating({ status })) return { look: "working", word: "Generating" };
  if (status === "generation_failed") return { look: "failed", word: "Generation failed", short: "Failed" };
  if (isOutdated({ failures })) return { look: "failed", word: `Outdated by ${failures} failures`, short: "Outdated" };
  if (version === 1) return { look: "idle", word: "Version 1" };
  return undefined;
}

/** A link as it reads from the chosen process: towards the other one, or from it. */
export const linkWords: Readonly<Record<LinkType, { readonly out: string; readonly in: string }>> = {
  hands_off_to: { out: "hands off", in: "hands off" },
  shares_step_with: { out: "shares a step", in: "shares a step" },
  variant_of: { out: "variant of", in: "has variant" },
};

export const linkChoices: Readonly<Record<LinkType, string>> = {
  hands_off_to: "Hands off to",
  shares_step_with: "Shares a step with",
  variant_of: "Is a variant of",
};
