import { ArrowUpFromLine, Ban, CircleCheck, CircleX, type LucideIcon, Sparkles } from "lucide-react";
import { type ReactNode, useState } from "react";
import { pathTo } from "#api/path-to.ts";
import type { Generation } from "#contract/agents/builder-run.ts";
import { GenerateForm } from "#features/agents/generation/generate-form.tsx";
import { PromoteDialog } from "#features/agents/promote/promote-dialog.tsx";
import { revisionTitle } from "#features/agents/revision-names.ts";
import type { RevisionProps } from "#features/agents/revision/revision-shell.tsx";
import { whoMayEdit } from "#features/agents/rights.ts";
import { Button } from "#ui/button.tsx";
import { Disclosure } from "#ui/disclosure.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { GenerationProgress } from "./generation-progress.tsx";
import { GenerationQuestions } from "./generation-questions.tsx";
import { NextReview } from "./next-review.tsx";
import type { Proposal } from "./use-review.ts";

interface ReviewRestProps extends RevisionProps {
  latest: Proposal | undefined;
  mayEdit: boolean;
  /** What was under review has been replaced, and not by the reader's own prompt. */
  gone: boolean;
}

/** What stands where a proposal would, while there is none to decide about. */
export function ReviewRest({ latest, gone, ...rest }: ReviewRestProps) {
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
      {gone ? (
        <p role="alert" className="border-b border-line bg-waiting-soft px-3 py-2 text-sm text-waiting md:px-5">
          The proposal you were reviewing is gone. Your notes are kept.
        </p>
      ) : null}
      <div className="mx-auto flex w-full max-w-[640px] flex-1 flex-col gap-5 px-4 py-10">
        <State latest={latest} {...rest} />
      </div>
    </div>
  );
}

function State({ latest, ...props }: Omit<ReviewRestProps, "gone">) {
  const { build, mayEdit } = props;
  if (latest?.run.status === "not_started" || latest?.run.status === "running")
    return <GenerationProgress buildId={build.id} proposal={latest} mayEdit={mayEdit} />;
  if (latest?.run.status === "waiting_for_input") {
    return <GenerationQuestions key={latest.generation.questions.map(({ question }) => question).join()} {...props} proposal={latest} />;
  }
  // The next proposal is on its way to the screen.
  if (latest?.run.status === "waiting_for_approve") return <SkeletonRows />;
  if (latest?.generation.decision === "accepted") return <Accepted {...props} proposal={latest} />;
  const said = latest ? words(latest.run.status, latest.generation) : nothing;
  return (
    <>
      <Said icon={said.icon} title={said.title}>
        {said.text}
      </Said>
      {latest?.generation.decision === "declined" ? <NextReview teamId={props.teamId} buildId={build.id} /> : null}
      {build.status === "historic" ? (
        <p className="text-ink-2">Previous revisions cannot change. Make a draft from it first.</p>
      ) : mayEdit ? (
        <GenerateForm
          key={latest?.run.id}
          teamId={props.teamId}
          build={build}
          prompt={latest?.run.status === "failed" ? latest.generation.prompt : ""}
          // The next review is one key away, which a field would take for a letter.
          calm={latest?.generation.decision === "declined"}
          onAsked={() => undefined}
        />
      ) : (
        <p className="text-ink-2">{whoMayEdit}</p>
      )}
    </>
  );
}

const nothing = {
  icon: Sparkles,
  title: "Nothing to review",
  text: "Describe the change and a model writes it into a draft. You review every change before you accept it.",
};

function words(status: string, { failure }: Generation): { icon: LucideIcon; title: string; text: string } {
  if (status === "failed") {
    // A model's own words may end without a full stop.
    const reason = (failure?.message ?? "The model gave no usable answer").replace(/[.\s]+$/, "");
    const text = `${reason}. The draft is unchanged.`;
    return { icon: CircleX, title: "The generation failed", text };
  }
  if (status === "cancelled") return { icon: Ban, title: "The generation was canceled", text: "The draft is unchanged." };
  return { icon: Ban, title: "The proposal was declined", text: "The draft is unchanged. You can generate again." };
}

/** Accepting makes nothing live; promoting is the step after it. */
function Accepted({ teamId, build, live, mayEdit, proposal }: Omit<ReviewRestProps, "gone" | "latest"> & { proposal: Proposal }) {
  const [promoting, setPromoting] = useState(false);
  const at = { teamId, agentId: build.agent_id, buildId: build.id };
  const isLive = build.status === "live";
  // Somebody has written other text into the draft since: it is not what was reviewed.
  const isOther = !isLive && !isSame(build.config, proposal.generation.proposed_config);
  return (
    <>
      <Said icon={CircleCheck} title={isLive ? `${revisionTitle(build)} is live` : "Accepted into the draft"}>
        {isLive
          ? "New runs use it."
          : isOther
            ? `${revisionTitle(build)} has been changed since. It no longer contains what was accepted.`
            : `${revisionTitle(build)} contains what was accepted. It goes live only when you make it live.`}
      </Said>
      <div className="flex flex-wrap gap-2">
        {mayEdit && !isLive ? (
          <Button tone={isOther ? "secondary" : "primary"} icon={ArrowUpFromLine} onClick={() => setPromoting(true)}>
            Make live
          </Button>
        ) : null}
        <NextReview teamId={teamId} buildId={build.id} />
        <LinkButton link={pathTo("/t/$teamId/agents/$agentId/revisions/$buildId", at)}>Open the revision</LinkButton>
        <LinkButton link={pathTo("/t/$teamId/agents/$agentId/revisions/$buildId/access", at)}>Permissions</LinkButton>
      </div>
      {mayEdit ? (
        <Disclosure summary="Generate again" summaryClassName="px-3 py-2 font-medium" className="rounded-md border border-line">
          <div className="border-t border-line p-3">
            <GenerateForm teamId={teamId} build={build} prompt="" onAsked={() => undefined} />
          </div>
        </Disclosure>
      ) : null}
      <PromoteDialog teamId={teamId} build={promoting ? build : null} live={live} onClose={() => setPromoting(false)} />
    </>
  );
}

function Said({ icon: Icon, title, children }: { icon: LucideIcon; title: string; children: ReactNode }) {
  return (
    <div className="flex items-start gap-3">
      <Icon size={20} strokeWidth={1.5} aria-hidden className="mt-0.5 shrink-0 text-ink-3" />
      <div className="min-w-0">
        <h2 className="text-lg font-medium">{title}</h2>
        <p className="break-words text-ink-2">{children}</p>
      </div>
    </div>
  );
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
