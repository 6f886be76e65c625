import { Link } from "@tanstack/react-router";
import { FilePlus, Layers2 } from "lucide-react";
import { useState } from "react";
import type { ClarityCapture } from "#contract/clarity/capture.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Time } from "#ui/time.tsx";
import { AddCapture } from "./add-capture.tsx";
import { captureKind, captureTitle } from "./capture-words.ts";

interface CaptureListProps {
  teamId: string;
  processId: string;
  captures: readonly ClarityCapture[];
}

/** What was collected about a process, and how more of it is added. */
export function CaptureList({ teamId, processId, captures }: CaptureListProps) {
  const [adding, setAdding] = useState(false);
  const add = (
    <Button icon={FilePlus} onClick={() => setAdding(true)}>
      Add document
    </Button>
  );
  return (
    <section aria-label="Captures" className="border-b border-line">
      {captures.length === 0 ? (
        <EmptyState icon={Layers2} title="No captures yet" action={add}>
          A process is described from captures: what people tell, what is written down, and what a screen shows. Two or three are enough.
        </EmptyState>
      ) : (
        <>
          <div className="flex items-center gap-2 px-5 pt-3 pb-1">
            <h2 className="text-sm font-semibold">
              Captures <span className="ms-1 text-xs font-normal text-ink-3 tabular-nums">{captures.length}</span>
            </h2>
            <span className="ms-auto">{add}</span>
          </div>
          <ul>
            {captures.map((capture) => (
              <li key={capture.id} className="border-b border-line last:border-b-0">
                <Link
                  to="/t/$teamId/clarity/processes/$processId/captures/$captureId"
                  params={{ teamId, processId, captureId: capture.id }}
                  className="flex min-h-12 items-center gap-3 px-5 text-sm hover:bg-hover"
                >
                  <span className="min-w-0 flex-1">
                    <span className="block truncate font-medium">{captureTitle(capture)}</span>
                    <span className="block truncate text-xs text-ink-3">{captureKind(capture)}</span>
                  </span>
                  <span className="text-ink-3">
                    <Time at={capture.createdAt} />
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
      <AddCapture processId={processId} open={adding} onClose={() => setAdding(false)} />
    </section>
  );
}
