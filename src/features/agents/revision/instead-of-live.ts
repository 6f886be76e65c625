import { useQuery } from "@tanstack/react-query";
import { pathTo } from "#api/path-to.ts";
import type { Agent } from "#contract/agents/agents.ts";
import type { Revision } from "#contract/agents/revisions.ts";
import { automationRead } from "#features/agents/automations/automation-queries.ts";
import { openGenerationOf, reviewOf } from "#features/agents/open-generation.ts";
import { generationRead } from "#features/agents/queries.ts";

/** A step that has to come first, and where it is done. */
export interface FirstStep {
  readonly label: string;
  readonly link: string;
  /** Until it is done, the service takes no change of the configuration either. */
  readonly fixed: boolean;
}

/** What stands between a revision and going live, as far as the service is known to refuse it. */
export function useInsteadOfLive(teamId: string, agent: Agent, build: Revision): FirstStep | undefined {
  const open = openGenerationOf(useQuery(generationRead(build.id)).data?.builder_run?.status);
  const automationId = agent.automation_id ?? "";
  const automation = useQuery({ ...automationRead(automationId), enabled: automationId !== "" }).data?.automation;
  if (open) return { label: open.action, link: reviewOf(teamId, build), fixed: true };
  if (automation?.active_revision_id)
    return { label: "Open the automation", link: pathTo("/t/$teamId/automations/$automationId", { teamId, automationId }), fixed: false };
  return undefined;
}
