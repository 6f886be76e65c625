import type { Reply } from "#contract/endpoint.ts";
import { useMay } from "#api/roles.ts";
import { type getClarityProcess, updateClarityProcess } from "#contract/clarity/processes.ts";
import { CaptureList } from "#features/clarity/captures/capture-list.tsx";
import { exceptionOf, stageOf, stageWords } from "#features/clarity/process-words.ts";
import { StageMarks } from "#features/clarity/stage-marks.tsx";
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
            <span className="inline-flex items-center gap-2 text-sm whitespace-nowrap">
              <StageMarks stage={stage} />
              <span aria-hidden>{stageWords[stage]}</span>
            </span>
          )}
          <span className="max-sm:hidden">
            <IdChip id={process.id} />
          </span>
        </>
      }
      actions={<ProcessActions teamId={teamId} process={process} captures={captures.length} />}
    >
      <Split side={<ProcessSide teamId={teamId} process={process} />}>
        {process.generation_error ? <p className="border-b border-line px-5 py-3 text-sm text-failed">{process.generation_error}</p> : null}
        <CaptureList teamId={teamId} processId={process.id} captures={captures} />
        <Guidance process={process} mayChange={mayChange} />
        {versions.length > 0 || captures.length > 0 ? (
          <section className="border-t border-line px-5 py-4">
            <h2 className="mb-1 text-sm font-semibold">Versions</h2>
            {versions.length === 0 ? (
              <p className="text-sm text-ink-3">None. Caseload cannot generate versions from captures yet.</p>
            ) : null}
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
