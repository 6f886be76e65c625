import { Ban, CircleX, type LucideIcon, Sparkles } from "lucide-react";
import type { Generation } from "#contract/agents/builder-run.ts";
import { GenerateForm } from "#features/agents/generation/generate-form.tsx";
import type { RevisionProps } from "#features/agents/revision/revision-shell.tsx";
import { whoMayEdit } from "#features/agents/rights.ts";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { GenerationProgress } from "./generation-progress.tsx";
import { GenerationQuestions } from "./generation-questions.tsx";
import { ReviewSaid } from "./review-said.tsx";
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
  const said = latest ? words(latest.run.status, latest.generation) : nothing;
  return (
    <>
      <ReviewSaid icon={said.icon} title={said.title}>
        {said.text}
      </ReviewSaid>
      {build.status === "historic" ? (
        <p className="text-ink-2">Previous revisions cannot change. Make a draft from it first.</p>
      ) : mayEdit ? (
        <GenerateForm
          key={latest?.run.id}
          teamId={props.teamId}
          build={build}
          prompt={latest?.run.status === "failed" ? latest.generation.prompt : ""}
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
  return nothing;
}
