import { ArrowUpFromLine, Ban, CircleCheck } from "lucide-react";
import { useState } from "react";
import { pathTo } from "#api/path-to.ts";
import { Comparison } from "#features/agents/comparison/comparison.tsx";
import { useSkillNames } from "#features/agents/comparison/use-skill-names.ts";
import { GenerateButton } from "#features/agents/generation/generate-button.tsx";
import { PromoteDialog } from "#features/agents/promote/promote-dialog.tsx";
import { revisionTitle } from "#features/agents/revision-names.ts";
import type { RevisionProps } from "#features/agents/revision/revision-shell.tsx";
import { Button } from "#ui/button.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { DecidedLine } from "./decided-line.tsx";
import { NextReview } from "./next-review.tsx";
import { ReviewBrief } from "./review-brief.tsx";
import { ReviewSaid } from "./review-said.tsx";
import type { Proposal } from "./use-review.ts";
import { useNotes } from "./use-notes.ts";

interface ReviewOutcomeProps extends RevisionProps {
  proposal: Proposal;
  mayEdit: boolean;
  unified: boolean;
  onUnified: (unified: boolean) => void;
}

/** What was decided, by whom and why, over the changes that it was about. */
export function ReviewOutcome({ teamId, build, live, proposal, mayEdit, unified, onUnified }: ReviewOutcomeProps) {
  const { run, generation } = proposal;
  const [promoting, setPromoting] = useState(false);
  const notes = useNotes(build.id);
  const from = run.checkpoint_config;
  const to = generation.proposed_config;
  const skillNames = useSkillNames(teamId, from ?? undefined, to ?? undefined);
  const at = { teamId, agentId: build.agent_id, buildId: build.id };
  const accepted = generation.decision === "accepted";
  const isLive = build.status === "live";
  // Somebody has written other text into the draft since: it is not what was reviewed.
  const isOther = accepted && !isLive && !isSame(build.config, to);
  const offersLive = accepted && mayEdit && !isLive;
  return (
    <>
      <section aria-label="Decision" className="flex shrink-0 flex-col gap-3 border-b border-line px-3 py-3 md:px-5">
        <ReviewSaid
          icon={accepted ? CircleCheck : Ban}
          title={
            <>
              {accepted && isLive ? `${revisionTitle(build)} is live. ` : null}
              <DecidedLine of={{ ...generation, completed_at: run.completed_at }} />
            </>
          }
        >
          {!accepted
            ? "The draft is unchanged."
            : isLive
              ? "New runs use it."
              : isOther
                ? `${revisionTitle(build)} has been changed since. Your accepted changes are no longer in it.`
                : `Your accepted changes are in ${revisionTitle(build).toLowerCase()}. New runs use them once you make it live.`}
        </ReviewSaid>
        <div className="flex flex-wrap gap-2">
          {offersLive ? (
            <Button tone={isOther ? "secondary" : "primary"} icon={ArrowUpFromLine} onClick={() => setPromoting(true)}>
              Make live
            </Button>
          ) : null}
          <NextReview teamId={teamId} buildId={build.id} primary={!offersLive} />
          <LinkButton link={pathTo("/t/$teamId/agents/$agentId/revisions/$buildId", at)}>Open the revision</LinkButton>
          <LinkButton link={pathTo("/t/$teamId/agents/$agentId/revisions/$buildId/access", at)}>Permissions</LinkButton>
          {mayEdit && build.status !== "historic" ? (
            <GenerateButton teamId={teamId} build={build} unsaved={false} label="Generate again…" prompt={notes.text} className="" />
          ) : null}
        </div>
      </section>
      <ReviewBrief proposal={proposal} />
      {from && to ? (
        <Comparison
          teamId={teamId}
          before={{ config: from, skillNames }}
          after={{ config: to, skillNames }}
          beforeTitle="Before"
          afterTitle={accepted ? "Accepted" : "Declined"}
          unified={unified}
          onUnified={onUnified}
        />
      ) : null}
      <PromoteDialog
        teamId={teamId}
        build={promoting ? build : null}
        live={live}
        {...(generation.summary !== null && { note: generation.summary })}
        onClose={() => setPromoting(false)}
      />
    </>
  );
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
