import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { ClarityCapture } from "#contract/clarity/capture.ts";
import { changesWithLanes } from "#contract/clarity/flow/lane-changes.ts";
import type { CurrentProcessVersion, ProposalVersion } from "#contract/clarity/process.ts";
import type { Step } from "#contract/clarity/step.ts";
import { ChangeList } from "#features/clarity/change-list.tsx";
import { withoutJudgement } from "#features/clarity/judged.ts";
import { PanelSection } from "#features/clarity/panel-section.tsx";
import { membersRead, requestsRead, snapshotRead } from "#features/clarity/queries.ts";
import { VersionView, type VersionViewProps } from "#features/clarity/version/version-view.tsx";
import { Button } from "#ui/button.tsx";
import { counted } from "#ui/counted.ts";
import { ProposalBar } from "./proposal-bar.tsx";
import { RequestList } from "./request-list.tsx";
import { StepReadiness } from "./step-readiness.tsx";

interface ProposalViewProps extends Pick<VersionViewProps, "teamId" | "process" | "busy" | "search" | "onChange"> {
  captures: readonly ClarityCapture[];
  /** The newest first. */
  versions: readonly CurrentProcessVersion[];
  proposals: readonly ProposalVersion[];
  proposal: ProposalVersion;
}

const kind = "transformation_proposal" as const;

/** A proposal: who does which step, what differs from today, and what is asked for. */
export function ProposalView({ teamId, process, captures, versions, proposals, proposal, search, onChange, busy }: ProposalViewProps) {
  const source = proposal.clarity_current_process_id;
  const shown = useQuery(snapshotRead(process.id, kind, proposal.id, captures));
  const today = useQuery({
    ...snapshotRead(process.id, "current_process", source, captures),
    enabled: versions.some(({ id }) => id === source),
  });
  const requests = useQuery(requestsRead(process.id, proposal.id)).data?.requests ?? [];
  const members = useQuery(membersRead(teamId)).data ?? [];
  const asking = { teamId, processId: process.id, members };
  const steps = shown.data?.snapshot.data.steps ?? [];
  const answered = requests.filter(({ status }) => status === "captured").length;
  const live = versions.find(({ status }) => status === "live");
  const stale =
    live && live.id !== source
      ? "The current process changed since this proposal. Propose again."
      : answered > 0
        ? `${counted(answered, "answer", "answers")} came since this proposal. Propose again.`
        : undefined;
  const choose = (step: string) => onChange({ step, chat: undefined });
  return (
    <>
      <ProposalBar steps={steps} asked={requests.length} stale={stale}>
        {(close) => (
          <RequestList
            {...asking}
            proposalId={proposal.id}
            steps={steps}
            onChoose={(step) => {
              close();
              choose(step);
            }}
          />
        )}
      </ProposalBar>
      <VersionView
        {...{ teamId, process, captures, busy, search, onChange, kind }}
        versions={proposals}
        snapshotId={proposal.id}
        renderSide={(now) => (
          <>
            {requests.length > 0 ? (
              <PanelSection title="Asked for" count={requests.length}>
                <RequestList {...asking} proposalId={proposal.id} steps={now} onChoose={choose} />
              </PanelSection>
            ) : null}
            <Changes
              before={today.data?.snapshot.data.steps}
              now={now}
              onChoose={choose}
              onCompare={() => onChange({ tab: "compare", from: source, to: proposal.id, step: undefined })}
            />
          </>
        )}
        renderStep={(step, now) => <StepReadiness {...asking} proposalId={proposal.id} steps={now} step={step} />}
      />
    </>
  );
}

interface ChangesProps {
  /** Undefined where the version that is changed was archived. */
  before: readonly Step[] | undefined;
  now: readonly Step[];
  onChoose: (stepId: string) => void;
  onCompare: () => void;
}

/** What of today's process the proposal changes. */
function Changes({ before, now, onChoose, onCompare }: ChangesProps) {
  const changes = useMemo(() => (before ? withoutJudgement(changesWithLanes(before, now, { tasksOnly: true })) : []), [before, now]);
  if (!before) return null;
  return (
    <PanelSection title="Changes" count={changes.length}>
      {changes.length === 0 ? (
        <p className="text-sm text-ink-3">Nothing: each step is done as today.</p>
      ) : (
        <ChangeList changes={changes} chosen={undefined} onChoose={onChoose} />
      )}
      <Button size="sm" className="mt-2" onClick={onCompare}>
        Compare with today
      </Button>
    </PanelSection>
  );
}
