import { generatingStatuses, type ProcessStatus } from "#contract/clarity/process.ts";
import type { LinkType } from "#contract/clarity/node.ts";
import type { State } from "#ui/status.tsx";
import type { Stage } from "./clarity-search.ts";

export const stageWords: Readonly<Record<Stage, string>> = { none: "Not captured", captured: "Captured", described: "Described" };

interface Staged {
  readonly status: ProcessStatus;
  readonly captureCount: number;
}

/** A draft waits for somebody to look at it. */
export const waitsForReview: State = { look: "asks", word: "Review" };

/** How far a process is: a version describes it, or something was collected about it. */
export function stageOf({ status, captureCount }: Staged): Stage {
  if (status === "review" || status === "complete") return "described";
  return captureCount > 0 ? "captured" : "none";
}

export const isGenerating = ({ status }: Pick<Staged, "status">) => generatingStatuses.some((one) => one === status);

/** What takes the place of the stage; undefined where nothing does. */
export function exceptionOf({ status, version }: Pick<Staged, "status"> & { version: number }): State | undefined {
  if (isGenerating({ status })) return { look: "working", word: "Generating" };
  if (status === "generation_failed") return { look: "failed", word: "Generation failed", short: "Failed" };
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
