import { Link } from "@tanstack/react-router";
import { FilePlus, Layers2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useMay } from "#api/roles.ts";
import type { ClarityCapture } from "#contract/clarity/capture.ts";
import { createClarityCaptureUploadUrl } from "#contract/clarity/captures.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Time } from "#ui/time.tsx";
import { AddCapture } from "./add-capture.tsx";
import { PrintedRules } from "./printed-rules.tsx";
import { captureKind, captureTitle, stateInWords } from "./capture-words.ts";
import { KindIcon } from "./kind-icon.tsx";

interface CaptureListProps {
  teamId: string;
  processId: string;
  captures: readonly ClarityCapture[];
  /** Ways to add one beside a document. `fold`: on a phone without words. */
  children: (fold: boolean) => ReactNode;
}

/** What was collected about a process, and how more of it is added. */
export function CaptureList({ teamId, processId, captures, children }: CaptureListProps) {
  const [adding, setAdding] = useState(false);
  const mayAdd = useMay(createClarityCaptureUploadUrl);
  const add = (
    <div className="flex flex-wrap justify-center gap-2">
      {children(captures.length > 0)}
      {mayAdd ? (
        <Button icon={FilePlus} onClick={() => setAdding(true)}>
          Add document
        </Button>
      ) : null}
    </div>
  );
  return (
    <section aria-label="Captures" className="border-b border-line">
      {captures.length === 0 ? (
        <EmptyState icon={Layers2} title="No captures yet" action={add}>
          A process is described from captures: documents, transcripts, interviews and process maps that say how it is done today. Two or
          three are enough.
        </EmptyState>
      ) : (
        <>
          <div className="flex min-h-12 items-center gap-2 px-5 py-2">
            <h2 className="text-sm font-semibold">
              Captures <span className="ms-1 text-xs font-normal text-ink-3 tabular-nums">{captures.length}</span>
            </h2>
            <span className="ms-auto">{add}</span>
          </div>
          <ul>
            {captures.map((capture) => (
              <li key={capture.id} className="border-t border-line">
                <Link
                  to="/t/$teamId/clarity/processes/$processId/captures/$captureId"
                  params={{ teamId, processId, captureId: capture.id }}
                  className="flex min-h-12 items-center gap-3 px-5 text-sm hover:bg-hover"
                >
                  <KindIcon capture={capture} />
                  <span className="min-w-0 flex-1">
                    <span className="block truncate font-medium">{captureTitle(capture)}</span>
                    <span className="block truncate text-xs text-ink-3">
                      {captureKind(capture)}
                      {stateInWords(capture) ? ` · ${stateInWords(capture)}` : ""}
                      {capture.documentFileName ? ` · ${capture.userName ?? "Former member"}` : ""}
                    </span>
                  </span>
                  <span className="shrink-0 text-xs text-ink-3">
                    <Time at={capture.createdAt} />
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
      <PrintedRules />
      <AddCapture processId={processId} open={adding} onClose={() => setAdding(false)} />
    </section>
  );
}
