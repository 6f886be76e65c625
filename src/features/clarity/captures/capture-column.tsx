import { Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useMay } from "#api/roles.ts";
import type { ClarityCapture } from "#contract/clarity/capture.ts";
import { createClarityCaptureUploadUrl } from "#contract/clarity/captures.ts";
import type { Selection } from "#features/clarity/clarity-search.ts";
import { counted } from "#ui/counted.ts";
import { cx } from "#ui/cx.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { Time } from "#ui/time.tsx";
import { AddCapture } from "./add-capture.tsx";
import { captureKind, captureTitle, stateInWords, unitsInWords } from "./capture-words.ts";
import { KindIcon } from "./kind-icon.tsx";
import { useUnitTotals } from "./use-unit-totals.ts";

interface CaptureColumnProps {
  teamId: string;
  processId: string;
  captures: readonly ClarityCapture[];
  /** How many steps a capture supports, by its id. */
  supported: ReadonlyMap<string, number>;
  /** What is chosen in the version: the page of a capture leads back to it. */
  selection: Selection;
  onChoose: (captureId: string | undefined) => void;
}

/** From here on each has two lines instead of four. */
const many = 6;

/** The captures beside a version. Choosing one lights the steps that it supports. */
export function CaptureColumn({ teamId, processId, captures, supported, selection, onChoose }: CaptureColumnProps) {
  const [adding, setAdding] = useState(false);
  const mayAdd = useMay(createClarityCaptureUploadUrl);
  const totals = useUnitTotals(processId, captures);
  const dense = captures.length >= many;
  return (
    <section aria-label="Captures" className="flex min-h-0 flex-1 flex-col">
      <div className="flex h-10 shrink-0 items-center gap-2 border-b border-line ps-3 pe-1.5">
        <h2 className="text-sm font-semibold">
          Captures <span className="ms-1 text-xs font-normal text-ink-3 tabular-nums">{captures.length}</span>
        </h2>
        {mayAdd ? (
          <span className="ms-auto">
            <IconButton size="sm" icon={Plus} label="Add document" onClick={() => setAdding(true)} />
          </span>
        ) : null}
      </div>
      <ul className="min-h-0 flex-1 overflow-y-auto">
        {captures.map((capture) => (
          <Row
            key={capture.id}
            {...{ capture, dense }}
            units={totals.get(capture.id)}
            steps={supported.get(capture.id) ?? 0}
            chosen={capture.id === selection.capture}
            onChoose={onChoose}
          >
            <Link
              to="/t/$teamId/clarity/processes/$processId/captures/$captureId"
              params={{ teamId, processId, captureId: capture.id }}
              search={selection}
              className="flex h-6 items-center rounded-sm text-accent-ink hover:underline"
            >
              Open
            </Link>
          </Row>
        ))}
      </ul>
      {dense ? (
        <p className="shrink-0 border-t border-line px-3 py-2 text-xs text-ink-3">The number is how many steps a capture supports.</p>
      ) : null}
      <AddCapture processId={processId} open={adding} onClose={() => setAdding(false)} />
    </section>
  );
}

interface RowProps {
  capture: ClarityCapture;
  dense: boolean;
  units: number | undefined;
  steps: number;
  chosen: boolean;
  onChoose: (captureId: string | undefined) => void;
  /** The way to all of it. */
  children: ReactNode;
}

function Row({ capture, dense, units, steps, chosen, onChoose, children }: RowProps) {
  const isReady = capture.status === "complete";
  const kind = captureKind(capture);
  const size = isReady ? units && unitsInWords(capture, units) : stateInWords(capture);
  const supports = `Supports ${counted(steps, "step", "steps")}`;
  return (
    <li className={cx("relative border-b border-line text-xs leading-4.5 text-ink-2", chosen ? "bg-accent-soft" : "hover:bg-hover")}>
      <button
        type="button"
        aria-pressed={chosen}
        onClick={() => onChoose(chosen ? undefined : capture.id)}
        className={cx("flex w-full gap-2 px-3 py-2 text-start -outline-offset-2", chosen && "pb-8")}
      >
        <span className="pt-0.5">
          <KindIcon capture={capture} />
        </span>
        <span className="min-w-0 flex-1">
          <span className={cx("block text-sm leading-5 font-medium break-words text-ink", dense ? "truncate" : "line-clamp-2")}>
            {captureTitle(capture)}
          </span>
          {dense ? (
            <span className="flex gap-2">
              <span className="min-w-0 flex-1 truncate">{size || kind}</span>
              {isReady ? (
                <span className="tabular-nums">
                  <span className="sr-only">{supports}</span>
                  <span aria-hidden>{steps}</span>
                </span>
              ) : null}
            </span>
          ) : (
            <>
              <span className="block">
                {kind} · <Time at={capture.createdAt} />
              </span>
              {size ? <span className="block">{size}</span> : null}
              {isReady ? <span className="block">{supports}</span> : null}
            </>
          )}
        </span>
      </button>
      {chosen ? <span className="absolute start-9 bottom-1.5">{children}</span> : null}
    </li>
  );
}
