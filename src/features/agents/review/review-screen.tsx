import { acceptRevisionGeneration } from "#contract/agents/builder-runs.ts";
import { useState } from "react";
import { useDecisionAbout } from "#api/decisions/held.ts";
import { pathTo } from "#api/path-to.ts";
import { useMay } from "#api/roles.ts";
import { Comparison } from "#features/agents/comparison/comparison.tsx";
import { useSkillNames } from "#features/agents/comparison/use-skill-names.ts";
import { revisionTitle } from "#features/agents/revision-names.ts";
import type { RevisionProps } from "#features/agents/revision/revision-shell.tsx";
import { IdChip } from "#ui/id-chip.tsx";
import { Page } from "#ui/page.tsx";
import { SkipLink } from "#ui/skip-link.tsx";
import { Status } from "#ui/status.tsx";
import { DecisionBar } from "./decision-bar.tsx";
import { ReviewBrief } from "./review-brief.tsx";
import { ReviewDeciding } from "./review-deciding.tsx";
import { NewerNotice } from "./review-notice.tsx";
import { ReviewOutcome } from "./review-outcome.tsx";
import { ReviewPermissions } from "./review-permissions.tsx";
import { ReviewRest } from "./review-rest.tsx";
import { stateOf } from "./review-state.ts";
import { SinceBar, sideTitles } from "./since-bar.tsx";
import { type Proposal, useReview } from "./use-review.ts";

interface ReviewScreenProps extends RevisionProps {
  latest: Proposal | undefined;
  unified: boolean;
  onUnified: (unified: boolean) => void;
}

/** What a generation changed, with the decision under it; while there is nothing to decide, what it is doing instead. */
export function ReviewScreen({ teamId, agent, build, live, latest, about, unified, onUnified }: ReviewScreenProps) {
  const review = useReview(latest);
  const mayEdit = useMay(acceptRevisionGeneration, agent);
  const [everything, setEverything] = useState<boolean>();
  const { shown, earlier } = review;
  const decision = useDecisionAbout(shown?.run.id ?? "");
  const named = shown ?? latest;
  const deciding = decision && decision.state !== "refused" ? decision : undefined;
  // Who has seen the earlier proposal wants to know what came after it; anybody else begins with all of it.
  const since = earlier !== undefined && !(everything ?? earlier.how === "previous");
  const from = since ? earlier.config : shown?.run.checkpoint_config;
  const to = shown?.generation.proposed_config;
  const skillNames = useSkillNames(teamId, from, to);
  const comparing = !deciding && shown && from && to;
  return (
    <Page
      title={`Review ${revisionTitle(build).toLowerCase()}`}
      crumbs={[
        { label: "Agents", link: pathTo("/t/$teamId/agents", { teamId }) },
        { label: agent.name, link: pathTo("/t/$teamId/agents/$agentId", { teamId, agentId: agent.id }) },
        {
          label: revisionTitle(build),
          link: pathTo("/t/$teamId/agents/$agentId/revisions/$buildId", { teamId, agentId: agent.id, buildId: build.id }),
        },
      ]}
      meta={
        named ? (
          <>
            {/* A phone shows no more of the way here than the revision, and the line of permissions names the agent. */}
            {comparing && !review.replaced ? null : <span className="min-w-0 truncate text-ink-2 sm:hidden">{agent.name}</span>}
            {/* Of what another generation took the place of, or somebody decided about, the line below says so. */}
            {review.replaced || deciding ? null : <Status {...stateOf({ ...named.generation, status: named.run.status })} />}
            <span className="max-sm:hidden">
              <IdChip id={named.run.id} />
            </span>
          </>
        ) : null
      }
    >
      {about}
      {deciding ? (
        <ReviewDeciding teamId={teamId} buildId={build.id} decision={deciding} />
      ) : shown && from && to ? (
        <>
          {mayEdit ? <SkipLink to="decision">Skip to the decision</SkipLink> : null}
          {review.replaced ? <NewerNotice shown={shown} latest={latest} onMoveOn={review.moveOn} /> : null}
          {review.replaced ? null : <ReviewPermissions teamId={teamId} agent={agent} build={build} live={live} />}
          <ReviewBrief proposal={shown} />
          {earlier ? <SinceBar earlier={earlier} since={since} undecided={!review.replaced} onEverything={setEverything} /> : null}
          <Comparison
            key={`${shown.run.id} ${since}`}
            teamId={teamId}
            before={{ config: from, skillNames }}
            after={{ config: to, skillNames }}
            beforeTitle={since ? sideTitles[earlier.how] : "Before"}
            afterTitle={since ? "Now" : "Proposed"}
            unified={unified}
            onUnified={onUnified}
          />
          <DecisionBar
            key={shown.run.id}
            teamId={teamId}
            build={build}
            agentName={agent.name}
            proposal={shown}
            mayEdit={mayEdit}
            review={review}
            decidedElsewhere={latest !== undefined && latest.generation.decision !== null}
          />
        </>
      ) : latest && latest.generation.decision !== null ? (
        <ReviewOutcome {...{ teamId, agent, build, live, mayEdit, unified, onUnified }} key={latest.run.id} proposal={latest} />
      ) : (
        <ReviewRest teamId={teamId} agent={agent} build={build} live={live} latest={latest} mayEdit={mayEdit} gone={review.gone} />
      )}
    </Page>
  );
}
