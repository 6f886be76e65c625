import { useQuery } from "@tanstack/react-query";
import { Sparkles } from "lucide-react";
import type { Reply } from "#contract/endpoint.ts";
import { useWrite } from "#api/query.ts";
import { useMay } from "#api/roles.ts";
import { hasText } from "#contract/clarity/capture.ts";
import { generateClarityProcessSnapshot } from "#contract/clarity/generation.ts";
import { type getClarityProcess, updateClarityProcess } from "#contract/clarity/processes.ts";
import { promoteClarityProcessSnapshot } from "#contract/clarity/snapshots.ts";
import { CaptureList } from "#features/clarity/captures/capture-list.tsx";
import type { ProcessSearch, ProcessTab } from "#features/clarity/clarity-search.ts";
import { CompareView } from "#features/clarity/compare/compare-view.tsx";
import { memberName } from "#features/clarity/member-name.ts";
import { HandoverActions } from "#features/clarity/handover/handover-actions.tsx";
import { HandoverView } from "#features/clarity/handover/handover-view.tsx";
import { InterviewButtons } from "#features/clarity/interview/interview-buttons.tsx";
import { exceptionOf, isGenerating, stageWords, waitsForReview } from "#features/clarity/process-words.ts";
import { membersRead } from "#features/clarity/queries.ts";
import { StageMarks } from "#features/clarity/stage-marks.tsx";
import { versionToShow } from "#features/clarity/version-words.ts";
import { VersionView } from "#features/clarity/version/version-view.tsx";
import { OpenRequests } from "#features/clarity/proposal/open-requests.tsx";
import { NoProposal } from "#features/clarity/proposal/no-proposal.tsx";
import { PromiseFigures } from "#features/clarity/promise/promise-figures.tsx";
import { PromiseView } from "#features/clarity/promise/promise-view.tsx";
import { ProposalActions } from "#features/clarity/proposal/proposal-actions.tsx";
import { ProposalView } from "#features/clarity/proposal/proposal-view.tsx";
import { Button } from "#ui/button.tsx";
import type { Crumb } from "#ui/frame.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { IdChip } from "#ui/id-chip.tsx";
import { Page } from "#ui/page.tsx";
import { Split } from "#ui/side-panel.tsx";
import { Status } from "#ui/status.tsx";
import { Tabs } from "#ui/tabs.tsx";
import { toast, toastFailed } from "#ui/toast.ts";
import { ExportVersion } from "./export-version.tsx";
import { GenerationNotice } from "./generation-notice.tsx";
import { Guidance } from "./guidance.tsx";
import { NothingGenerated } from "./nothing-generated.tsx";
import { ProcessActions } from "./process-actions.tsx";
import { ProcessSide } from "./process-side.tsx";
import { VersionsList } from "./versions-list.tsx";

interface ProcessViewProps {
  teamId: string;
  crumbs: readonly Crumb[];
  detail: Reply<typeof getClarityProcess>;
  search: ProcessSearch;
  onChange: (next: { [K in keyof ProcessSearch]?: ProcessSearch[K] | undefined }, step?: { replace: boolean }) => void;
}

/** A process: how it is done today, what was collected about it, its versions, and who is involved. */
export function ProcessView({ teamId, crumbs, detail, search, onChange }: ProcessViewProps) {
  const { process, captures, current_process_versions: versions, transformation_proposal_versions: proposals } = detail;
  const params = { process_id: process.id, kind: "current_process" as const };
  const mayChange = useMay(updateClarityProcess);
  const mayGenerate = useMay(generateClarityProcessSnapshot);
  const mayPromote = useMay(promoteClarityProcessSnapshot);
  const generate = useWrite(generateClarityProcessSnapshot);
  const promote = useWrite(promoteClarityProcessSnapshot);
  const members = useQuery(membersRead(teamId));
  const busy = isGenerating(process);
  const { stage } = detail;
  const exception = exceptionOf({ ...process, failures: detail.failures_since_evidence });
  /** An interview under way is no evidence yet, and of a picture nothing is read. */
  const complete = captures.filter(({ status }) => status === "complete").length;
  const readable = captures.filter(hasText).length;
  const shown = versions.some(({ id }) => id === search.shown) ? search.shown : versionToShow(versions);
  const isDraft = versions.find(({ id }) => id === shown)?.status === "draft";
  const proposed = proposals.find(({ id }) => id === search.shown) ?? proposals.find(({ id }) => id === versionToShow(proposals));
  const { tab = "process" } = search;
  const start = () =>
    generate.mutate({ params }, { onSuccess: () => onChange({ tab: undefined, shown: undefined }), onError: toastFailed });
  const makeLive = () =>
    shown !== undefined &&
    promote.mutate({ params: { ...params, snapshot_id: shown } }, { onSuccess: () => toast("This version is live"), onError: toastFailed });
  const nameOf = (userId: string) => memberName(members.data ?? [], userId);
  const generateButton = (
    <Button
      icon={Sparkles}
      tone={isDraft || versions.length > 0 ? "secondary" : "primary"}
      fold
      pending={generate.isPending}
      disabled={readable === 0}
      onClick={start}
    >
      {versions.length > 0 ? "Generate again" : "Generate"}
    </Button>
  );
  const captureList = (
    <CaptureList teamId={teamId} processId={process.id} captures={captures}>
      {(fold) => <InterviewButtons teamId={teamId} processId={process.id} fold={fold} />}
    </CaptureList>
  );
  const proposalActions = (
    <ProposalActions
      processId={process.id}
      proposals={proposals}
      shown={proposed?.id}
      onStarted={() => onChange({ tab: "proposal", shown: undefined, step: undefined })}
    />
  );
  const noProposal = <NoProposal ready={versions.some(({ status }) => status === "live")} action={busy ? null : proposalActions} />;
  return (
    <Page
      title={process.name}
      crumbs={crumbs}
      meta={
        <>
          {exception ? (
            <Status {...exception} />
          ) : process.status === "review" && isDraft ? (
            <Status {...waitsForReview} />
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
      actions={
        <>
          {tab === "proposal" && proposed && !busy ? proposalActions : null}
          {tab === "handover" ? <HandoverActions teamId={teamId} processId={process.id} proposals={proposals} /> : null}
          {mayGenerate &&
          !busy &&
          tab !== "proposal" &&
          tab !== "handover" &&
          tab !== "promise" &&
          readable > 0 &&
          (shown !== undefined || tab !== "process")
            ? generateButton
            : null}
          {shown !== undefined && tab === "process" ? <ExportVersion teamId={teamId} process={process} snapshotId={shown} /> : null}
          {isDraft && mayPromote && !busy && tab !== "proposal" && tab !== "handover" ? (
            <Button tone="primary" pending={promote.isPending} onClick={makeLive}>
              Make live
            </Button>
          ) : null}
          <ProcessActions teamId={teamId} process={process} captures={captures.length} />
        </>
      }
    >
      <Tabs<ProcessTab>
        label="Process"
        tabs={[
          { value: "process", label: "Current process" },
          { value: "proposal", label: "Proposal" },
          { value: "compare", label: "Compare" },
          { value: "handover", label: "Handover" },
          { value: "promise", label: "Promise" },
          { value: "captures", label: "Captures", count: captures.length },
          { value: "versions", label: "Versions", count: versions.length + proposals.length },
          { value: "about", label: "About" },
        ]}
        value={tab}
        onChange={(next) => onChange({ tab: next === "process" ? undefined : next })}
      >
        <GenerationNotice process={process} />
        {tab === "process" ? (
          shown === undefined ? (
            <Split side={<ProcessSide teamId={teamId} process={process} />}>
              {complete > 0 && !busy ? <NothingGenerated captures={readable} generate={mayGenerate ? generateButton : null} /> : null}
              {captureList}
              <Guidance process={process} mayChange={mayChange} />
            </Split>
          ) : (
            <VersionView {...{ teamId, process, versions, captures, busy, search, onChange }} kind="current_process" snapshotId={shown} />
          )
        ) : tab === "proposal" ? (
          proposed ? (
            <ProposalView {...{ teamId, process, captures, versions, proposals, busy, search, onChange }} proposal={proposed} />
          ) : (
            noProposal
          )
        ) : tab === "compare" ? (
          <CompareView
            processId={process.id}
            name={process.name}
            versions={versions}
            proposals={proposals}
            captures={captures}
            before={search.from}
            after={search.to}
            chosen={search.step}
            onChange={onChange}
          />
        ) : tab === "handover" ? (
          proposals.length > 0 ? (
            <HandoverView
              {...{ teamId, process, captures, proposals }}
              chosen={search.step}
              onChoose={(step) => onChange({ step }, { replace: true })}
            >
              <PromiseFigures processId={process.id} />
            </HandoverView>
          ) : (
            noProposal
          )
        ) : tab === "promise" ? (
          <PromiseView teamId={teamId} process={process} />
        ) : tab === "captures" ? (
          <div className="min-h-0 flex-1 overflow-y-auto">
            {proposed ? (
              <OpenRequests
                {...{ teamId, captures }}
                processId={process.id}
                proposalId={proposed.id}
                onChoose={(step) => onChange({ tab: "proposal", step })}
              />
            ) : null}
            {captureList}
          </div>
        ) : tab === "versions" ? (
          <div className="min-h-0 flex-1 overflow-y-auto">
            {versions.length + proposals.length === 0 ? (
              <EmptyState title="No versions yet">A version is generated from the captures, and made live by a Manager.</EmptyState>
            ) : null}
            {(["current_process", "transformation_proposal"] as const).map((kind) => {
              const all = kind === "current_process" ? versions : proposals;
              const show = kind === "current_process" ? undefined : ("proposal" as const);
              return all.length === 0 ? null : (
                <VersionsList
                  key={kind}
                  processId={process.id}
                  {...{ kind, nameOf, busy }}
                  versions={all}
                  onShow={(id) => onChange({ tab: show, shown: id, step: undefined })}
                  onCompare={(from, to) => onChange({ tab: "compare", from, to, step: undefined })}
                />
              );
            })}
          </div>
        ) : (
          <Split side={<ProcessSide teamId={teamId} process={process} />}>
            <Guidance process={process} mayChange={mayChange} />
          </Split>
        )}
      </Tabs>
    </Page>
  );
}
