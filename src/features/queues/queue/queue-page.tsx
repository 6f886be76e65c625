import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { ComponentType } from "react";
import { pathTo } from "#api/path-to.ts";
import { useMay } from "#api/roles.ts";
import { createAgentCaseTrigger } from "#contract/queues/case-triggers.ts";
import { casesIn } from "#contract/queues/case.ts";
import { caseList } from "#contract/queues/case-list.ts";
import type { Queue } from "#contract/queues/queues.ts";
import { useMakeCases } from "#features/queues/case/make-cases.tsx";
import { QueueJobs } from "#features/queues/jobs/queue-jobs.tsx";
import { QueueLabels } from "#features/queues/labels/queue-labels.tsx";
import { QueueCases } from "#features/queues/list/queue-cases.tsx";
import { QueueFacts } from "#features/queues/overview/queue-facts.tsx";
import { useOverview } from "#features/queues/overview/use-overview.tsx";
import { labelsRead, queueRead } from "#features/queues/queries.ts";
import { QueueEvaluation } from "#features/queues/rubrics/queue-evaluation.tsx";
import { QueueTriggers } from "#features/queues/triggers/queue-triggers.tsx";
import { isNarrowed } from "#lists/list-words.ts";
import { IdChip } from "#ui/id-chip.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { Page } from "#ui/page.tsx";
import { Tabs } from "#ui/tabs.tsx";
import { QueueAgents } from "./queue-agents.tsx";
import { QueueSettings } from "./queue-settings.tsx";

const route = getRouteApi("/_app/t/$teamId/queues/$queueId/");

/** What other areas add to the actions of a queue; `inline` in a sentence that says what it lacks. */
export type QueueActs = ComponentType<{ teamId: string; queue: Queue; inline?: boolean }>;

export function QueuePage({ Acts }: { Acts: QueueActs }) {
  const { teamId, queueId } = route.useParams();
  const queue = useQuery(queueRead(queueId));
  if (queue.data) return <LoadedQueue key={queueId} teamId={teamId} queue={queue.data.queue} Acts={Acts} />;
  return (
    <Page title="Queue" crumbs={[{ label: "Queues", link: pathTo("/t/$teamId/queues", { teamId }) }]}>
      <Loaded query={queue} what="this queue">
        {() => null}
      </Loaded>
    </Page>
  );
}

function LoadedQueue({ teamId, queue, Acts }: { teamId: string; queue: Queue; Acts: QueueActs }) {
  const { tab = "cases", offset = 0, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const labels = useQuery(labelsRead(queue.id));
  const sought = search.status !== undefined || isNarrowed(caseList, search);
  // An empty list offers them itself; one that is searched, or another tab, does not.
  const offered = tab === "cases" && !sought && casesIn(queue.case_counts) === 0;
  const assigns = useMay(createAgentCaseTrigger);
  const overview = useOverview({
    teamId,
    queueId: queue.id,
    has: tab === "cases" && casesIn(queue.case_counts) > 0,
    board: search.layout === "board",
  });
  const making = useMakeCases({ teamId, queueId: queue.id, main: tab === "cases" });
  return (
    <Page
      title={queue.name}
      crumbs={[{ label: "Queues", link: pathTo("/t/$teamId/queues", { teamId }) }]}
      meta={
        <span className="max-sm:hidden">
          <IdChip id={queue.id} />
        </span>
      }
      actions={
        <>
          <Acts teamId={teamId} queue={queue} />
          {offered ? null : making.actions}
        </>
      }
    >
      {queue.description ? <p className="shrink-0 px-3 pt-3 pb-1 text-ink-2 md:px-5">{queue.description}</p> : null}
      <QueueFacts teamId={teamId} queue={queue} />
      <Tabs
        label="About this queue"
        tabs={[
          { value: "cases", label: "Cases", count: casesIn(queue.case_counts) },
          { value: "agents", label: "Agents" },
          { value: "triggers", label: "Triggers" },
          { value: "labels", label: "Labels", count: labels.data?.total },
          { value: "evaluation", label: "Evaluation" },
          { value: "jobs", label: "Jobs" },
          { value: "settings", label: "Settings" },
        ]}
        value={tab}
        end={overview.end}
        onChange={(next) => void navigate({ search: next === "cases" ? {} : { tab: next } })}
      >
        {tab === "cases" ? (
          <>
            {overview.band}
            <QueueCases
              teamId={teamId}
              queue={queue}
              search={search}
              made={making.made}
              create={offered ? making.buttons : null}
              assign={assigns ? <Acts inline teamId={teamId} queue={queue} /> : null}
              onSearch={(to, options) => void navigate({ search: to, ...options })}
            />
          </>
        ) : tab === "agents" ? (
          <QueueAgents teamId={teamId} queueId={queue.id} />
        ) : tab === "labels" ? (
          <QueueLabels
            teamId={teamId}
            queueId={queue.id}
            search={search.search ?? ""}
            onSearch={(text, step) => void navigate({ search: { tab, ...(text ? { search: text } : {}) }, ...step })}
          />
        ) : tab === "jobs" ? (
          <QueueJobs teamId={teamId} queueId={queue.id} offset={offset} />
        ) : tab === "triggers" ? (
          <QueueTriggers teamId={teamId} queue={queue} />
        ) : tab === "evaluation" ? (
          <QueueEvaluation teamId={teamId} queue={queue} />
        ) : (
          <QueueSettings teamId={teamId} queue={queue} />
        )}
      </Tabs>
      {making.dialog}
    </Page>
  );
}
