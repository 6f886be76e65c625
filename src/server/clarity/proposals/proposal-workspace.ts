import type { Step } from "#contract/clarity/step.ts";
import type { Units } from "#server/clarity/generation/flow.ts";
import type { ProposalOptions } from "#server/clarity/generation/generations.table.ts";
import { type DescribedStep, describedSteps } from "#server/clarity/generation/summary.ts";
import type { Workspace } from "#server/clarity/generation/workspace.ts";

/** What a model is told when it proposes: the process as it is done today, and what was said about it. */
export interface ProposalWorkspace extends Workspace {
  /** What this proposal is asked for with. */
  readonly wish: string | null;
  readonly change: ProposalOptions["change"];
  readonly current: readonly CurrentStep[];
  /** The proposal that is refined. */
  readonly former: readonly DescribedStep[] | null;
}
/** With the short ids of the units that it rests on. */
export type CurrentStep = DescribedStep & { readonly evidence: readonly string[] };

interface Told {
  readonly workspace: Workspace;
  readonly units: Units;
  readonly current: readonly Step[];
  readonly former: readonly Step[] | undefined;
  readonly options: ProposalOptions;
}

export function proposalWorkspace({ workspace, units, current, former, options }: Told): ProposalWorkspace {
  const refs = new Map([...units].map(([ref, { id }]) => [id, ref]));
  const sources = new Map(current.map((step) => [step.id, step.sources]));
  return {
    ...workspace,
    wish: options.guidance,
    change: options.change,
    current: describedSteps(current).map((step) => ({
      ...step,
      evidence: (sources.get(step.id) ?? []).flatMap(({ evidenceId = "" }) => refs.get(evidenceId) ?? []),
    })),
    former: former ? describedSteps(former) : null,
  };
}
