import { CircleCheck, CircleDashed, CircleSlash, CircleX } from "lucide-react";
import type { RunRow } from "#contract/runs/run.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Progress } from "#ui/progress.tsx";
import type { StopJob, StopOutcome } from "./use-stop-runs.ts";

interface StopRunsDialogProps {
  job: StopJob | null;
  onStart: (runs: readonly RunRow[]) => void;
  onCancel: () => void;
  onClose: () => void;
}

/** What will be stopped, how far it is, and what became of each. */
export function StopRunsDialog({ job, onStart, onCancel, onClose }: StopRunsDialogProps) {
  if (!job) return null;
  const { runs, outcomes, state } = job;
  const count = (kind: StopOutcome["kind"]) => [...outcomes.values()].filter((outcome) => outcome.kind === kind).length;
  const many = (n: number) => `${n.toLocaleString("en")} ${n === 1 ? "run" : "runs"}`;
  const working = state === "working";
  const said = [
    `${count("stopped")} stopped`,
    count("ended") > 0 && `${count("ended")} had already ended`,
    count("failed") > 0 && `${count("failed")} failed`,
    state === "cancelled" && `${runs.length - outcomes.size} left alone`,
  ];
  return (
    <Dialog
      open
      onClose={working ? onCancel : onClose}
      size="md"
      title={
        state === "asked"
          ? `Stop ${many(runs.length)}?`
          : working
            ? `Stopping ${many(runs.length)}`
            : count("failed") > 0
              ? "Not all runs were stopped"
              : "Runs stopped"
      }
    >
      <div className="flex flex-col gap-3">
        {state === "asked" ? (
          <p className="text-ink-2">Work under way ends at once. A message to a stopped run lets it go on.</p>
        ) : (
          <>
            <Progress label="Stopped runs" value={outcomes.size} max={runs.length} />
            <p role="status" className="text-ink-2">
              {working ? `${outcomes.size} of ${runs.length}` : `${said.filter(Boolean).join(", ")}.`}
              {!working && count("failed") > 0 ? " The failed ones stay selected." : ""}
            </p>
          </>
        )}
        <ul aria-label="Runs" tabIndex={0} className="max-h-[40vh] overflow-y-auto rounded-md border border-line text-sm">
          {runs.slice(0, 500).map((run) => (
            <Row key={run.id} run={run} outcome={outcomes.get(run.id)} />
          ))}
          {runs.length > 500 ? <li className="px-3 py-1.5 text-ink-3">and {(runs.length - 500).toLocaleString("en")} more</li> : null}
        </ul>
        <div className="flex justify-end gap-2">
          {state === "asked" ? (
            <>
              <Button tone="quiet" onClick={onClose}>
                Cancel
              </Button>
              <Button tone="danger" autoFocus onClick={() => onStart(runs)}>
                Stop {many(runs.length)}
              </Button>
            </>
          ) : (
            <Button onClick={working ? onCancel : onClose}>{working ? "Stop here" : "Close"}</Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}

const looks = {
  stopped: { icon: CircleCheck, ink: "text-done", word: "Stopped" },
  ended: { icon: CircleSlash, ink: "text-ink-3", word: "Had already ended" },
  failed: { icon: CircleX, ink: "text-failed", word: "Failed" },
} as const;

function Row({ run, outcome }: { run: RunRow; outcome: StopOutcome | undefined }) {
  const look = outcome ? looks[outcome.kind] : { icon: CircleDashed, ink: "text-ink-3", word: "" };
  const Icon = look.icon;
  return (
    <li className="flex items-start gap-2 border-b border-line px-3 py-1.5 last:border-b-0">
      <Icon size={16} strokeWidth={1.75} aria-hidden className={`mt-0.5 shrink-0 ${look.ink}`} />
      <span className="min-w-0 flex-1 truncate">
        {run.title}{" "}
        <span className="text-ink-3">
          {run.agent_name} #{run.run_number.toLocaleString("en")}
        </span>
      </span>
      {outcome ? <span className="max-w-[50%] text-end text-ink-2">{outcome.kind === "failed" ? outcome.reason : look.word}</span> : null}
    </li>
  );
}
