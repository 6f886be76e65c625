import { createContext, use } from "react";
import { pathTo } from "#api/path-to.ts";
import type { RevisionProcess } from "#contract/clarity/automation.ts";
import type { RunMessage } from "#contract/runs/messages.ts";
import { startStepName } from "#contract/runs/run-steps.ts";

/** The process that the agent of the shown run was built from. */
export const ProcessOfRun = createContext<{ readonly teamId: string; readonly process: RevisionProcess | null }>({
  teamId: "",
  process: null,
});

/** The step that a call says the run is at now. Undefined for every other call, and for one that was refused. */
export function startedStep(call: RunMessage | undefined, result: RunMessage | undefined): string | undefined {
  if (call?.tool_call?.name !== startStepName || result?.tool_result?.error !== undefined) return undefined;
  const id = call.tool_call.arguments?.["step_id"];
  return typeof id === "string" ? id : undefined;
}

/** What people call a step, and where it stands in its process. A step that the process does not know has its id alone. */
export function useStepName(id: string): { readonly name: string; readonly link: string | undefined } {
  const { teamId, process } = use(ProcessOfRun);
  const step = process?.steps.find((each) => each.id === id);
  if (!process || !step) return { name: id, link: undefined };
  const at = { tab: "proposal", shown: process.proposal_id, step: id } as const;
  return {
    name: `${step.number} ${step.title}`,
    link: pathTo("/t/$teamId/clarity/processes/$processId", { teamId, processId: process.id }, at),
  };
}
