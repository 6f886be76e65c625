import { pathTo } from "#api/path-to.ts";
import type { ListedRevision } from "#contract/agents/revisions.ts";
import type { RunDetails } from "#contract/runs/run.ts";

/** Where an agent is mended after a run failed, or that it was since. Without a link it is run again. */
export interface MendStep {
  readonly label: string;
  readonly link?: string;
  /** Why this place, and what to do there. */
  readonly why: string;
}

/** `revisions`: the newest first. */
export function mendStep(run: RunDetails, revisions: readonly ListedRevision[]): MendStep {
  const [newest] = revisions;
  const live = revisions.find(({ status }) => status === "live");
  const { team_id: teamId, agent_id: agentId } = run;
  const revisionOf = (buildId: string) => pathTo("/t/$teamId/agents/$agentId/revisions/$buildId", { teamId, agentId, buildId });
  if (newest?.status === "draft" && newest.open_generation)
    return {
      label: `${newest.open_generation === "waiting_for_approve" ? "Review" : "Open"} draft ${newest.revision_number}`,
      link: pathTo("/t/$teamId/agents/$agentId/revisions/$buildId/review", { teamId, agentId, buildId: newest.id }),
      why: `Draft ${newest.revision_number} already changes this agent, and a generation of it is open. Finish that first.`,
    };
  if (newest?.status === "draft")
    return {
      label: `Edit draft ${newest.revision_number}`,
      link: revisionOf(newest.id),
      why: `Draft ${newest.revision_number} already changes this agent. Continue there, then make it live.`,
    };
  if (live && live.id !== run.build_id)
    return {
      label: "Run again",
      why: `This run used revision ${run.revision_number}. Revision ${live.revision_number} is live now, and a further run uses it.`,
    };
  return {
    label: `Edit revision ${run.revision_number}`,
    link: revisionOf(run.build_id),
    why: `This run used revision ${run.revision_number}. Save your change of it as a draft, then make that live.`,
  };
}
