import { pathTo } from "#api/path-to.ts";
import type { BuilderRunStatus } from "#contract/agents/builder-run.ts";
import type { ListedRevision, Revision } from "#contract/agents/revisions.ts";
import { whoMayDecide } from "./rights.ts";

interface OpenGeneration {
  readonly text: string;
  readonly action: string;
}

const open: Record<NonNullable<ListedRevision["open_generation"]>, OpenGeneration> = {
  not_started: { text: "A model is about to edit this draft.", action: "Watch it" },
  running: { text: "A model is editing this draft.", action: "Watch it" },
  waiting_for_input: { text: `The model has a question before it continues with this draft. ${whoMayDecide}`, action: "Answer" },
  waiting_for_approve: { text: `A model edited this draft. It is waiting for review. ${whoMayDecide}`, action: "Review" },
};

/** What is said of a generation that is not over, and what leads to it. */
export function openGenerationOf(status: BuilderRunStatus | null | undefined): OpenGeneration | undefined {
  return status && status in open ? open[status as keyof typeof open] : undefined;
}

export function reviewOf(teamId: string, { agent_id: agentId, id: buildId }: Pick<Revision, "agent_id" | "id">): string {
  return pathTo("/t/$teamId/agents/$agentId/revisions/$buildId/review", { teamId, agentId, buildId });
}
