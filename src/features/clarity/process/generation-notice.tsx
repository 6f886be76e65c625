import { Square } from "lucide-react";
import { useWrite } from "#api/query.ts";
import { useMay } from "#api/roles.ts";
import { stopClarityProcessSnapshot } from "#contract/clarity/generation.ts";
import type { ClarityProcess } from "#contract/clarity/process.ts";
import { isGenerating } from "#features/clarity/process-words.ts";
import { Button } from "#ui/button.tsx";
import { Status } from "#ui/status.tsx";
import { toastFailed } from "#ui/toast.ts";

/** What a model does with the process, in phases, or why it did not come to an end. The live version stays meanwhile. */
export function GenerationNotice({ process }: { process: ClarityProcess }) {
  const stop = useWrite(stopClarityProcessSnapshot);
  const mayStop = useMay(stopClarityProcessSnapshot);
  const kind = process.status === "generating-transformation-proposal" ? "transformation_proposal" : "current_process";
  const { generation_progress: progress, generation_error: error } = process;
  if (isGenerating(process))
    return (
      <div role="status" className="shrink-0 border-b border-line">
        <div className="flex min-h-10 flex-wrap items-center gap-2 px-5 py-1 text-sm">
          <Status look="working" word={doing[process.status] ?? "A version is being generated"} />
          {mayStop ? (
            <Button
              size="sm"
              icon={Square}
              className="ms-auto"
              pending={stop.isPending}
              onClick={() => stop.mutate({ params: { process_id: process.id, kind } }, { onError: toastFailed })}
            >
              Stop
            </Button>
          ) : null}
        </div>
        <ol className="flex flex-wrap gap-x-4 gap-y-1 border-t border-line px-5 py-1.5 text-sm">
          {(progress?.steps ?? []).map(({ key, label, status, count }) => (
            <li key={key}>
              <Status look={looks[status]} word={count === undefined ? label : `${label}, ${count.toLocaleString("en")} units`} />
            </li>
          ))}
        </ol>
      </div>
    );
  if (error === null) return null;
  return (
    <p role="alert" className="flex shrink-0 flex-wrap gap-x-3 border-b border-line px-5 py-2 text-sm">
      <Status look="failed" word="Nothing was generated" />
      <span className="min-w-0 flex-1 basis-60 break-words text-ink-2">{error}</span>
    </p>
  );
}

const doing: Readonly<Partial<Record<ClarityProcess["status"], string>>> = {
  generating: "The summary is being written",
  "generating-transformation-proposal": "A proposal is being generated",
};

const looks = { pending: "idle", in_progress: "working", complete: "done" } as const;
