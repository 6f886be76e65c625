import { pathTo } from "#api/path-to.ts";
import type { ClarityAutomation } from "#contract/clarity/automation.ts";
import { PanelSection } from "#features/clarity/panel-section.tsx";
import { AnyLink } from "#ui/link.tsx";
import { Status } from "#ui/status.tsx";
import { Time } from "#ui/time.tsx";
import { draftState, staleWords } from "./handover-words.ts";

/** Where a draft is reviewed. */
export function reviewPath(teamId: string, { agent_id: agentId, build_id: buildId }: ClarityAutomation): string {
  return pathTo("/t/$teamId/agents/$agentId/revisions/$buildId/review", { teamId, agentId, buildId });
}

export function revisionPath(teamId: string, { agent_id: agentId, build_id: buildId }: ClarityAutomation): string {
  return pathTo("/t/$teamId/agents/$agentId/revisions/$buildId", { teamId, agentId, buildId });
}

interface BuiltDraftProps {
  teamId: string;
  processId: string;
  automation: ClarityAutomation;
}

/** What became of the last draft: who built it, how far it is, and whether it is still the latest word. */
export function BuiltDraft({ teamId, processId, automation }: BuiltDraftProps) {
  const { agent_id: agentId, agent_name, revision_number, built_by, built_at, decision, live_since, revision_status, stale } = automation;
  const decided = decision !== null;
  const changed = automation.live_proposal_id;
  return (
    <PanelSection title={revision_status === "live" ? "The agent" : "The draft"}>
      <div className="flex flex-col gap-1.5 text-sm">
        <p className="flex flex-wrap items-center gap-x-2">
          <Status {...draftState(automation)} />
          <AnyLink
            link={decided ? revisionPath(teamId, automation) : reviewPath(teamId, automation)}
            className="text-accent-ink hover:underline"
          >
            {decided ? `Revision ${revision_number}` : `Review revision ${revision_number}`}
          </AnyLink>
        </p>
        <p className="text-ink-2">
          Built {built_by?.name ? `by ${built_by.name} ` : ""}
          <Time at={built_at} />
        </p>
        <p>
          <span className="text-ink-2">Agent</span>{" "}
          <AnyLink
            link={pathTo("/t/$teamId/agents/$agentId", { teamId, agentId })}
            className="text-accent-ink underline underline-offset-2"
          >
            {agent_name}
          </AnyLink>
          {live_since === null ? null : (
            <span className="text-ink-2">
              , live since <Time at={live_since} />
            </span>
          )}
        </p>
        {stale ? (
          <p role="status" className="rounded-md bg-waiting-soft px-2 py-1.5 text-waiting">
            <Status look="asks" word={staleWords(Boolean(changed))} />{" "}
            {changed ? (
              <AnyLink
                link={pathTo(
                  "/t/$teamId/clarity/processes/$processId",
                  { teamId, processId },
                  { tab: "compare", from: automation.proposal_id, to: changed },
                )}
                className="font-medium underline underline-offset-2"
              >
                See what changed
              </AnyLink>
            ) : null}
          </p>
        ) : null}
      </div>
    </PanelSection>
  );
}
