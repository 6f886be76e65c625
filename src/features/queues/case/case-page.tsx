import { caseStates } from "#api/states/case-states.ts";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Navigate } from "@tanstack/react-router";
import { pathTo } from "#api/path-to.ts";
import type { Reply } from "#contract/endpoint.ts";
import type { getCase } from "#contract/queues/cases.ts";
import { CaseApprovals } from "#features/queues/approvals/case-approvals.tsx";
import { CaseAttachments } from "#features/queues/attachments/case-attachments.tsx";
import { caseAttachmentsRead, caseEvaluationRead, caseRead, caseRunsRead } from "#features/queues/case-queries.ts";
import { CaseDataSection } from "#features/queues/data/case-data-section.tsx";
import { CaseLabels } from "#features/queues/labels/case-labels.tsx";
import { queueRead } from "#features/queues/queries.ts";
import { caseSchemaRead } from "#features/queues/schema/schema-queries.ts";
import type { Crumb } from "#ui/frame.ts";
import { IdChip } from "#ui/id-chip.tsx";
import { Loaded, useFirstAnswers } from "#ui/loaded.tsx";
import { Page } from "#ui/page.tsx";
import { SidePanel, Split } from "#ui/side-panel.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { Status } from "#ui/status.tsx";
import { CaseActions } from "./case-actions.tsx";
import { CaseFailure } from "./case-failure.tsx";
import { CaseFacts } from "./case-facts.tsx";
import { CaseRuns } from "./case-runs.tsx";
import { CaseVerdicts } from "./case-verdicts.tsx";
import { CaseTimeline } from "./case-timeline.tsx";
import { useKeptRow } from "./use-case-lists.ts";

const route = getRouteApi("/_app/t/$teamId/queues/$queueId/cases/$caseId");

export function CasePage() {
  const { teamId, queueId, caseId } = route.useParams();
  const queue = useQuery(queueRead(queueId));
  const found = useQuery(caseRead(caseId));
  // A path that learns the name of its queue later would move the title.
  const pathKnown = useFirstAnswers(queue);
  const crumbs = [
    { label: "Queues", link: pathTo("/t/$teamId/queues", { teamId }) },
    { label: queue.data?.queue.name ?? "Queue", link: pathTo("/t/$teamId/queues/$queueId", { teamId, queueId }) },
  ];
  // Under another queue's address it would be shown with crumbs that lead elsewhere.
  if (found.data && found.data.case.queue_id !== queueId)
    return (
      <Navigate replace to="/t/$teamId/queues/$queueId/cases/$caseId" params={{ teamId, queueId: found.data.case.queue_id, caseId }} />
    );
  if (found.data && pathKnown) return <LoadedCase key={caseId} teamId={teamId} crumbs={crumbs} found={found.data} />;
  return (
    <Page title="Case" crumbs={found.error ? crumbs : crumbs.slice(0, 1)}>
      <Loaded<unknown> query={found.data ? queue : found} what="this case">
        {() => null}
      </Loaded>
    </Page>
  );
}

function LoadedCase({ teamId, crumbs, found }: { teamId: string; crumbs: readonly Crumb[]; found: Reply<typeof getCase> }) {
  const { case: one, events, approvalBatches } = found;
  useKeptRow(one);
  const together = useFirstAnswers(
    useQuery({ ...caseSchemaRead(one.id), enabled: one.json_schema_id !== null }),
    useQuery(caseAttachmentsRead(one)),
    useQuery(caseRunsRead(one.id)),
    useQuery({ ...caseEvaluationRead(one.id), enabled: Boolean(one.eval_summary) }),
  );
  return (
    <Page
      title={one.title}
      crumbs={crumbs}
      meta={
        <>
          <Status {...caseStates[one.display_status]} />
          <span className="max-sm:hidden">
            <IdChip id={one.id} />
          </span>
        </>
      }
      actions={<CaseActions teamId={teamId} one={one} />}
    >
      <Split
        side={
          <SidePanel title="About this case">
            <CaseFacts one={one} events={events} />
            <CaseLabels one={one} />
          </SidePanel>
        }
      >
        {together ? (
          <div className="flex max-w-[880px] flex-col gap-8 px-3 py-6 md:px-5">
            {one.display_status === "failed" ? <CaseFailure teamId={teamId} one={one} events={events} /> : null}
            <CaseDataSection one={one} />
            {approvalBatches.length > 0 ? <CaseApprovals batches={approvalBatches} /> : null}
            <CaseAttachments one={one} />
            <CaseRuns teamId={teamId} caseId={one.id} />
            {one.eval_summary && one.status !== "pending" ? <CaseVerdicts one={one} /> : null}
            <CaseTimeline teamId={teamId} queueId={one.queue_id} events={events} />
          </div>
        ) : (
          <SkeletonRows />
        )}
      </Split>
    </Page>
  );
}
