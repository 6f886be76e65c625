import { useWrite } from "#api/query.ts";
import { type Generation, type GenerationWait } from "#contract/agents/builder-run.ts";
import { cancelRevisionGeneration } from "#contract/agents/builder-runs.ts";
import { Button } from "#ui/button.tsx";
import { Duration } from "#ui/duration.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { toastFailed } from "#ui/toast.ts";
import { WaitWords } from "#ui/waits.tsx";
import type { Proposal } from "./use-review.ts";

interface GenerationProgressProps {
  buildId: string;
  proposal: Proposal;
  mayEdit: boolean;
}

/** A generation at work: since when, for what, and what it waits out. It shows its result by itself. */
export function GenerationProgress({ buildId, proposal: { run, generation }, mayEdit }: GenerationProgressProps) {
  return (
    <div className="flex items-start gap-3">
      <span className="mt-1 text-running">
        <Spinner />
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-3">
        <div role="status">
          <h2 className="text-lg font-medium">{headingOf(generation)}</h2>
          <p className="text-ink-2">
            {run.started_at ? "Since " : "Asked "}
            <Duration from={run.started_at ?? generation.created_at} />
            {run.started_at ? "" : " ago"}, {generation.model}
          </p>
        </div>
        {/* Outside of what is read out: it counts. */}
        {generation.wait ? <GenerationWaits wait={generation.wait} model={generation.model} /> : null}
        <p className="rounded-md bg-sunken px-3 py-2 break-words whitespace-pre-wrap">{generation.prompt}</p>
        {mayEdit ? <CancelGeneration buildId={buildId} runId={run.id} /> : null}
      </div>
    </div>
  );
}

function headingOf({ wait }: Generation): string {
  if (!wait) return "The model is writing";
  return wait.for === "place" ? "Waiting for a free worker" : wait.for === "retry" ? "Waiting for the next try" : "Waiting for the model";
}

function GenerationWaits({ wait, model }: { wait: GenerationWait; model: string }) {
  if (wait.for === "place") return null;
  return (
    <p className="rounded-md bg-waiting-soft px-3 py-2 text-sm break-words text-waiting">
      {wait.for === "retry" ? `${wait.reason} ` : null}
      <WaitWords wait={{ ...wait, model }} />
    </p>
  );
}

/** Ends a generation that works or asks; the draft is what it was before. */
export function CancelGeneration({ buildId, runId }: { buildId: string; runId: string }) {
  const cancel = useWrite(cancelRevisionGeneration);
  return (
    <Button
      className="self-start"
      pending={cancel.isPending}
      onClick={() => cancel.mutate({ params: { build_id: buildId }, body: { builder_run_id: runId } }, { onError: toastFailed })}
    >
      Cancel the generation
    </Button>
  );
}
