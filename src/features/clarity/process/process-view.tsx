import { Layers2 } from "lucide-react";
import type { Reply } from "#contract/endpoint.ts";
import { useMay } from "#api/roles.ts";
import type { ClarityCapture } from "#contract/clarity/capture.ts";
import { type getClarityProcess, updateClarityProcess } from "#contract/clarity/processes.ts";
import { exceptionOf, stageOf, stageWords } from "#features/clarity/process-words.ts";
import { StageMarks } from "#features/clarity/stage-marks.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import type { Crumb } from "#ui/frame.ts";
import { IdChip } from "#ui/id-chip.tsx";
import { Page } from "#ui/page.tsx";
import { Split } from "#ui/side-panel.tsx";
import { Status } from "#ui/status.tsx";
import { Time } from "#ui/time.tsx";
import { Guidance } from "./guidance.tsx";
import { ProcessActions } from "./process-actions.tsx";
import { ProcessSide } from "./process-side.tsx";

interface ProcessViewProps {
  teamId: string;
  crumbs: readonly Crumb[];
  detail: Reply<typeof getClarityProcess>;
}

/** A process: what was collected about it, what guides its generation, and who is involved. */
export function ProcessView({ teamId, crumbs, detail }: ProcessViewProps) {
  const { process, captures, current_process_versions: versions } = detail;
  const mayChange = useMay(updateClarityProcess);
  const exception = exceptionOf(process);
  const stage = stageOf({ status: process.status, captureCount: captures.length });
  return (
    <Page
      title={process.name}
      crumbs={crumbs}
      meta={
        <>
          {exception ? (
            <Status {...exception} />
          ) : (
            <span className="inline-flex items-center gap-2 text-sm">
              <StageMarks stage={stage} />
              <span aria-hidden>{stageWords[stage]}</span>
            </span>
          )}
          <IdChip id={process.id} />
        </>
      }
      actions={<ProcessActions teamId={teamId} process={process} captures={captures.length} />}
    >
      <Split side={<ProcessSide teamId={teamId} process={process} />}>
        {process.generation_error ? <p className="border-b border-line px-5 py-3 text-sm text-failed">{process.generation_error}</p> : null}
        <section aria-label="Captures" className="border-b border-line">
          {captures.length === 0 ? (
            <EmptyState icon={Layers2} title="No captures yet">
              A process is described from captures: what people tell, what is written down, and what a screen shows. Caseload cannot collect
              them yet.
            </EmptyState>
          ) : (
            <Captures captures={captures} />
          )}
        </section>
        <Guidance process={process} mayChange={mayChange} />
        {versions.length > 0 ? (
          <section className="border-t border-line px-5 py-4">
            <h2 className="mb-1 text-sm font-semibold">Versions</h2>
            <ul>
              {versions.map(({ id, status, created_at, creator_type }, at) => (
                <li key={id} className="flex h-8 items-center gap-3 text-sm">
                  <span className="font-medium">Version {versions.length - at}</span>
                  <span className="text-ink-3">{status === "live" ? "Live" : "Previous"}</span>
                  <span className="text-ink-3">{creator_type === "ai" ? "Generated" : "Saved"}</span>
                  <span className="ms-auto text-ink-3">
                    <Time at={created_at} />
                  </span>
                </li>
              ))}
            </ul>
          </section>
        ) : null}
      </Split>
    </Page>
  );
}

const kinds: Readonly<Record<string, string>> = { interview: "Interview", document: "Document", video: "Video" };

function Captures({ captures }: { captures: readonly ClarityCapture[] }) {
  return (
    <>
      <h2 className="px-5 pt-4 pb-1 text-sm font-semibold">
        Captures <span className="ms-1 text-xs font-normal text-ink-3 tabular-nums">{captures.length}</span>
      </h2>
      <ul>
        {captures.map(({ id, type, userName, documentFileName, createdAt }) => (
          <li key={id} className="flex min-h-12 items-center gap-3 border-b border-line px-5 text-sm last:border-b-0">
            <span className="min-w-0 flex-1">
              <span className="block truncate font-medium">{documentFileName ?? userName ?? "Former member"}</span>
              <span className="block truncate text-xs text-ink-3">{kinds[type] ?? type}</span>
            </span>
            <span className="text-ink-3">
              <Time at={createdAt} />
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
