import { useEffect, useRef } from "react";
import { Button } from "#ui/button.tsx";
import { counted } from "#ui/counted.ts";
import type { CsvTable } from "#ui/csv.ts";
import { LinkButton } from "#ui/link-button.tsx";
import { problemOf } from "#ui/problem.ts";
import { Progress } from "#ui/progress.tsx";
import type { RefusedRow } from "./case-import.ts";
import { casesInWords } from "./case-words.ts";
import { refusedLines } from "./refused-lines.ts";
import { RefusedRows } from "./refused-rows.tsx";
import type { ImportState } from "./use-case-import.ts";

interface ImportRunProps {
  state: ImportState;
  table: CsvTable;
  refused: readonly RefusedRow[];
  queueLink: string;
  onStop: () => void;
  onGoOn: () => void;
  /** Shows what is left as it would be now. */
  onAgain: () => void;
  onAnother: () => void;
}

/** How far it is, and what became of it. */
export function ImportRun({ state, table, refused, queueLink, onStop, onGoOn, onAgain, onAnother }: ImportRunProps) {
  const { phase, made, total } = state;
  const box = useRef<HTMLElement>(null);
  const atWork = phase === "running" || phase === "stopping";
  // The button that had the focus is gone.
  useEffect(() => box.current?.focus(), [atWork]);
  return (
    <>
      <section ref={box} tabIndex={-1} aria-label="Import" className="flex flex-col gap-3 rounded-md border border-line p-4 outline-none">
        <p role="status" className="font-medium">
          {phase === "done" ? `${casesInWords(made)} made` : `${made.toLocaleString("en")} of ${casesInWords(total)} made`}
          {phase === "stopping" ? ". It stops when the last answer is here." : ""}
        </p>
        <Progress label="Import" value={made} max={total} />
        {phase === "stopped" ? <Stopped state={state} /> : null}
        {phase === "done" && refused.length > 0 ? (
          <p className="text-ink-2">
            {counted(refused.length, "row is", "rows are")} not among them, for the reasons below. Correct the file and import these rows
            only.
          </p>
        ) : null}
        <div className="flex flex-wrap gap-2">
          {phase === "done" ? (
            <>
              <LinkButton tone="primary" link={queueLink}>
                Open the queue
              </LinkButton>
              <Button onClick={onAnother}>Import another file</Button>
            </>
          ) : null}
          {phase === "stopped" ? (
            <>
              {isRefusal(state.error) ? (
                <Button tone="primary" onClick={onAgain}>
                  Check the rest again
                </Button>
              ) : null}
              <Button tone={isRefusal(state.error) ? "secondary" : "primary"} onClick={onGoOn}>
                Go on
              </Button>
            </>
          ) : null}
          {atWork ? (
            <Button pending={phase === "stopping"} onClick={onStop}>
              Stop
            </Button>
          ) : null}
        </div>
      </section>
      <RefusedRows table={table} refused={refused} />
    </>
  );
}

function Stopped({ state: { rest, error } }: { state: ImportState }) {
  const [first] = rest;
  const from = first?.rows[0]?.line ?? 0;
  const to = first?.rows.at(-1)?.line ?? 0;
  const lines = from === to ? `line ${from}` : `lines ${from} to ${to}`;
  if (error === undefined) return <p className="text-ink-2">You stopped it. Line {from} comes next.</p>;
  const { message, requestId } = problemOf(error);
  return (
    <div className="flex flex-col gap-1 text-sm">
      <p className="text-failed">{refusedLines(error, first?.rows ?? []) ?? message}</p>
      <p className="text-ink-2">
        {isRefusal(error)
          ? `Nothing of ${lines} was made, nor of what follows.`
          : `No answer came for ${lines}, so they may be in the queue already. Go on finds out, and makes none of them twice.`}
      </p>
      {requestId ? (
        <p className="text-xs text-ink-3">
          Request <code className="break-all">{requestId}</code>
        </p>
      ) : null}
    </div>
  );
}

/** The service said no, so that nothing of that request was made. */
function isRefusal(error: unknown): boolean {
  const { status } = problemOf(error);
  return status >= 400 && status < 500;
}
