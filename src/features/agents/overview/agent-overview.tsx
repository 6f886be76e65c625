import { useQuery } from "@tanstack/react-query";
import { ChartColumn } from "lucide-react";
import type { ComponentType, ReactNode } from "react";
import { answerIn } from "#api/figures.ts";
import { useRule } from "#api/roles.ts";
import type { PageAnswers } from "#contract/dashboards/answers.ts";
import type { ListedRevision } from "#contract/agents/revisions.ts";
import { listAddress } from "#contract/dashboards/list-address.ts";
import { seesAllRuns } from "#contract/runs/rights.ts";
import type { AgentTabProps } from "#features/agents/agent-tab.ts";
import { liveRevisionRead, revisionsRead } from "#features/agents/queries.ts";
import { BlockRow } from "#ui/block-row.tsx";
import { type ChartSpan, chartSpans } from "#ui/chart/chart-span.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { useMedia } from "#ui/media.ts";
import { ownZone } from "#ui/own-zone.ts";
import { ClockTime } from "#ui/time.tsx";
import { AgentReach } from "./agent-reach.tsx";
import { compareFigures, type MeasuredRow } from "./compared-figures.ts";
import { madeLiveIn, revisionsOf } from "./compared-revisions.ts";
import { FailureCauses } from "./failure-causes.tsx";
import { DurationOverTime, TokensOverTime } from "./over-time.tsx";
import { overviewRead } from "./overview-reads.ts";
import { RevisionFigures } from "./revision-figures.tsx";
import { RunsByDay } from "./runs-by-day.tsx";

interface AgentOverviewProps extends AgentTabProps {
  span: ChartSpan;
  /** Where a phone chooses the time: its row of tabs has no room for it. */
  choice: ReactNode;
  /** What of this agent waits for the viewer, which another area knows. */
  Waiting: ComponentType<AgentTabProps>;
}

/** How an agent does: its live revision beside the former one, its runs, what waits, and what it reaches. */
export function AgentOverview({ span, choice, Waiting, ...about }: AgentOverviewProps) {
  const { teamId, agent } = about;
  const zone = ownZone();
  const revisions = useQuery(revisionsRead(agent.id));
  const live = useQuery(liveRevisionRead(agent.id));
  // The live one can be older than those that the list begins with.
  const builds = revisions.data && live.data !== undefined ? withLive(revisions.data.builds, live.data) : undefined;
  const figures = useQuery({ ...overviewRead(teamId, agent.id, span, zone, builds ?? []), enabled: builds !== undefined });
  return (
    <div className="min-h-0 flex-1 overflow-y-auto" data-scroll-restoration-id="agent-overview">
      <Loaded query={{ ...(revisions.data ? live : revisions), data: builds }} what="the revisions of this agent">
        {(known) => (
          <Loaded query={figures} what="the figures of this agent">
            {(counted) => <Drawn {...about} {...{ span, choice, zone, Waiting }} builds={known} figures={counted} />}
          </Loaded>
        )}
      </Loaded>
    </div>
  );
}

interface DrawnProps extends AgentOverviewProps {
  zone: string;
  builds: readonly ListedRevision[];
  figures: PageAnswers;
}

function Drawn({ span, choice, Waiting, zone, builds, figures, ...about }: DrawnProps) {
  const { teamId, agent } = about;
  const manages = useRule(seesAllRuns);
  const wide = useMedia("(min-width: 768px)");
  const { live, former } = revisionsOf(builds);
  const made = madeLiveIn(builds);
  const byDay = answerIn(figures, "by_day");
  const overTime = answerIn(figures, "over_time");
  const causes = answerIn(figures, "causes");
  const compared = answerIn(figures, "revisions");
  const rowOf = (id: string | undefined) => compared?.rows.find(({ by: [revision] }) => revision === id);
  const [now, before] = [rowOf(live?.id), rowOf(former?.id)];
  const linkOf = (row: typeof now) => (row?.link ? listAddress(teamId, row.link) : undefined);
  const judged = answerIn(figures, "evaluations");
  const judgedOf = (id: string | undefined) => judged?.rows.find(({ by: [revision] }) => revision === id);
  const [judgedNow, judgedBefore] = [judgedOf(live?.id), judgedOf(former?.id)];
  const flawedOf = (row: typeof now) => {
    const link = row?.links[1];
    return link ? listAddress(teamId, link) : undefined;
  };
  const runs = byDay?.total.values[0] ?? 0;
  const since = former && live?.revision_number;
  return (
    <>
      {figures.faults.length > 0 ? (
        <p role="alert" className="border-b border-line px-3 py-2 text-sm text-failed md:px-5">
          Some figures could not be counted: {figures.faults[0]?.says}.
        </p>
      ) : null}
      {wide ? null : (
        <BlockRow>
          <Waiting {...about} />
        </BlockRow>
      )}
      {live && compared ? (
        <BlockRow>
          <div className="col-span-full">
            <RevisionFigures
              teamId={teamId}
              live={live}
              former={former}
              figures={compareFigures(
                withJudged(now, judgedNow),
                former && withJudged(before ?? noRuns, judgedBefore),
                agent.type === "agent",
              )}
              links={{ live: linkOf(now), former: linkOf(before) }}
              failed={{ live: flawedOf(judgedNow), former: flawedOf(judgedBefore) }}
            />
            <div className="mt-3 sm:hidden">{choice}</div>
            <p className="mt-3 text-xs text-ink-3">
              {chartSpans[span]}
              {manages ? "" : ", the runs that you started"}, as of <ClockTime at={Date.parse(figures.as_of)} />
              {agent.type === "agent" ? "" : ". A Python program uses no tokens"}
            </p>
          </div>
        </BlockRow>
      ) : null}
      <BlockRow>
        <div className="min-w-0 md:col-span-8">
          {!byDay ? (
            <p className="py-1 text-sm text-ink-2">The runs by day could not be counted.</p>
          ) : runs > 0 ? (
            <RunsByDay teamId={teamId} answer={byDay} zone={zone} made={made} />
          ) : (
            <section>
              <h2 className="mb-2 font-semibold">Runs by day</h2>
              <EmptyState icon={ChartColumn} title={`No runs in the ${chartSpans[span].toLowerCase()}`}>
                {live ? "Start a run and it appears here." : "Make a revision live to start runs."}
              </EmptyState>
            </section>
          )}
        </div>
        {wide ? (
          <div className="min-w-0 md:col-span-4">
            <Waiting {...about} />
          </div>
        ) : null}
      </BlockRow>
      {runs > 0 && overTime && causes ? (
        <BlockRow>
          <div className={agent.type === "agent" ? "min-w-0 md:col-span-4" : "min-w-0 md:col-span-8"}>
            <DurationOverTime answer={overTime} zone={zone} made={made} />
          </div>
          {agent.type === "agent" ? (
            <div className="min-w-0 md:col-span-4">
              <TokensOverTime answer={overTime} zone={zone} made={made} />
            </div>
          ) : null}
          <div className="min-w-0 md:col-span-4">
            <FailureCauses teamId={teamId} answer={causes} ofLive={answerIn(figures, "live_causes")} since={since} />
          </div>
        </BlockRow>
      ) : null}
      {live ? (
        <div className="px-3 py-4 md:px-5">
          <AgentReach
            teamId={teamId}
            agent={agent}
            live={live}
            sources={answerIn(figures, "sources")}
            queues={answerIn(figures, "queues")}
          />
        </div>
      ) : null}
    </>
  );
}

/** Of a revision without runs. */
const noRuns = { values: [0, null, null, null, 0] };

/** The figures of a revision, then what rubrics say of its runs: they are asked apart, as a query has six measures at most. */
function withJudged(row: MeasuredRow | undefined, judged: MeasuredRow | undefined): MeasuredRow | undefined {
  return row && { values: [...row.values, ...(judged?.values ?? [])] };
}

function withLive(builds: readonly ListedRevision[], live: ListedRevision | null): readonly ListedRevision[] {
  return !live || builds.some(({ id }) => id === live.id) ? builds : [...builds, live];
}
