import { useQuery } from "@tanstack/react-query";
import { pathTo } from "#api/path-to.ts";
import type { Reply } from "#contract/endpoint.ts";
import type { ClarityCapture } from "#contract/clarity/capture.ts";
import { lanesOf } from "#contract/clarity/flow/lanes.ts";
import type { getClarityProcess } from "#contract/clarity/processes.ts";
import { captureKind, captureTitle, stateInWords } from "#features/clarity/captures/capture-words.ts";
import { InterviewButtons } from "#features/clarity/interview/interview-buttons.tsx";
import { PanelSection } from "#features/clarity/panel-section.tsx";
import { RequestItem } from "#features/clarity/proposal/request-item.tsx";
import { snapshotRead } from "#features/clarity/queries.ts";
import { AnyLink } from "#ui/link.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { Page } from "#ui/page.tsx";
import { SidePanel, Split } from "#ui/side-panel.tsx";

interface AskedProcessProps {
  teamId: string;
  detail: Reply<typeof getClarityProcess>;
}

/** A process for somebody who is asked about it and sees nothing else of the team: how it is done today, and what is asked. */
export function AskedProcess({ teamId, detail }: AskedProcessProps) {
  const { process, captures, current_process_versions: versions, transformation_proposal_versions: proposals } = detail;
  const [live] = versions;
  // Several proposals name the same request.
  const asked = new Map(proposals.toReversed().flatMap(({ extra_capture_requests: all = [] }) => all.map((one) => [one.id, one] as const)));
  return (
    <Page title={process.name} crumbs={[{ label: "Asked of you", link: pathTo("/t/$teamId/clarity", { teamId }) }]}>
      <Split
        sideFirst
        side={
          <SidePanel title="What is asked" wide>
            <PanelSection title="Asked of you" count={asked.size}>
              {asked.size === 0 ? <p className="text-sm text-ink-3">Nothing at the moment.</p> : null}
              <ul className="flex flex-col gap-4">
                {[...asked.values()].map((request) => (
                  <li key={request.id}>
                    <RequestItem teamId={teamId} processId={process.id} members={[]} request={request} />
                  </li>
                ))}
              </ul>
            </PanelSection>
            <Contributions teamId={teamId} processId={process.id} captures={captures} />
          </SidePanel>
        }
      >
        {live ? (
          <Steps processId={process.id} snapshotId={live.id} captures={captures} />
        ) : (
          <p className="px-5 py-4 text-sm text-ink-2">Nothing is described yet. What you tell is the start.</p>
        )}
      </Split>
    </Page>
  );
}

function Contributions({ teamId, processId, captures }: { teamId: string; processId: string; captures: readonly ClarityCapture[] }) {
  return (
    <PanelSection title="What you told" count={captures.length}>
      {captures.length === 0 ? <p className="mb-2 text-sm text-ink-3">Nothing yet.</p> : null}
      <ul className="mb-2 flex flex-col">
        {captures.map((capture) => (
          <li key={capture.id} className="border-b border-line py-1.5 text-sm last:border-b-0">
            <AnyLink
              link={pathTo("/t/$teamId/clarity/processes/$processId/captures/$captureId", { teamId, processId, captureId: capture.id })}
              className="block break-words text-accent-ink hover:underline"
            >
              {captureTitle(capture)}
            </AnyLink>
            <span className="text-xs text-ink-3">{[captureKind(capture), stateInWords(capture)].filter(Boolean).join(" · ")}</span>
          </li>
        ))}
      </ul>
      <InterviewButtons teamId={teamId} processId={processId} fold={false} />
    </PanelSection>
  );
}

function Steps({ processId, snapshotId, captures }: { processId: string; snapshotId: string; captures: readonly ClarityCapture[] }) {
  const version = useQuery(snapshotRead(processId, "current_process", snapshotId, captures));
  return (
    <Loaded query={version} what="how this is done">
      {({ snapshot: { data } }) => {
        const lanes = lanesOf(data.steps);
        const number = new Map(data.steps.map(({ id }, i) => [id, i + 1]));
        return (
          <ol aria-label="How it is done today" className="min-h-0 flex-1 overflow-y-auto">
            {data.steps.map(({ id, title, nodeType, system, description, targetSteps }) => (
              <li key={id} className="flex gap-3 border-b border-line px-4 py-2 text-sm md:px-5">
                <span className="w-6 shrink-0 text-end text-ink-3 tabular-nums">{number.get(id)}</span>
                <span className="min-w-0">
                  <span className="block font-medium break-words">{title}</span>
                  <span className="block text-xs break-words text-ink-2">
                    {nodeType === "gateway"
                      ? targetSteps.map(({ stepId, label }) => `${label ? `${label} ` : ""}→ ${number.get(stepId) ?? ""}`).join(", ")
                      : [lanes.get(id), system].filter(Boolean).join(" · ")}
                  </span>
                  {description ? <span className="block text-xs break-words text-ink-3">{description}</span> : null}
                </span>
              </li>
            ))}
          </ol>
        );
      }}
    </Loaded>
  );
}
