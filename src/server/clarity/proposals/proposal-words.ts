import { text } from "#contract/fields.ts";
import type { StepMode } from "#contract/clarity/flow/lanes.ts";
import { z } from "#contract/zod.ts";
import type { DescribedStep } from "#server/clarity/generation/summary.ts";
import type { ToolSpec } from "#server/engine/models/port.ts";

/** What is said about a proposal behind its steps. */
export const ProposalWords = z.strictObject({ summary: text(1, 5_000), projectedImpact: text(1, 10_000).nullable() });
export type ProposalWords = z.output<typeof ProposalWords>;

export const wordsTool = "write_proposal_summary";
const { $schema: _, ...parameters } = z.toJSONSchema(ProposalWords, { io: "input" }) as Record<string, unknown>;
export const wordsSpec: ToolSpec = {
  name: wordsTool,
  description: "Writes what the proposal changes and what that brings. Call it once.",
  parameters,
};

/** What a model is told of a proposal: no quotes but the one about its volume. */
export interface DescribedProposal {
  readonly process: string;
  readonly guidance: string | null;
  readonly steps: readonly (DescribedStep & { readonly mode: StepMode | null; readonly missing: string | null })[];
  readonly current: readonly DescribedStep[];
  /** How often it happens, in somebody's words. */
  readonly volume: string | null;
}
