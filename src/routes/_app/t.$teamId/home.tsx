import { useQuery } from "@tanstack/react-query";
import { createFileRoute, redirect } from "@tanstack/react-router";
import { pathTo } from "#api/path-to.ts";
import { sessionQuery } from "#api/session-query.ts";
import { useSession } from "#api/session.ts";
import { visitRead } from "#api/visit.ts";
import { sampleRead, useSampleComing } from "#api/sample.ts";
import { onlyContributes } from "#contract/roles.ts";
import { FirstAgent } from "#features/agents/agent/first-agent.tsx";
import { agentsRead } from "#features/agents/queries.ts";
import { StartAny } from "#features/agents/start/start-any.tsx";
import { HomeChanges, useLogOf } from "#features/audit/home-changes.tsx";
import { flowRead, HomeQueues, OpenCasesFigure } from "#features/queues/home-queues.tsx";
import { everyQueueRead } from "#features/queues/open-cases.ts";
import { HomeDone } from "#features/runs/home/home-done.tsx";
import { HomeFailures } from "#features/runs/home/home-failures.tsx";
import { DoneFigure, FailedFigure, RunningFigure, WaitingFigure } from "#features/runs/home/home-figures.tsx";
import { loadRunsOfHome } from "#features/runs/home/home-reads.ts";
import { HomeWaiting } from "#features/runs/home/home-waiting.tsx";
import { HomeSchedules, nextSchedulesRead, NextFigure } from "#features/schedules/home-schedules.tsx";
import { ChecklistBlock, ChecklistPage } from "#features/shell/home-page-checklist.tsx";
import { useHiddenSteps } from "#features/shell/home-page-hidden.ts";
import { loadSteps, useSteps } from "#features/shell/home-page-steps.ts";
import { HomePage } from "#features/shell/home-page.tsx";
import { homeTime } from "#features/shell/home-page-time.ts";
import { type HomeSpan, homeSpans } from "#features/shell/home-search.ts";
import { SampleBlock } from "#features/shell/home-page-sample.tsx";
import { address, oneOf } from "#ui/address.ts";
import { Button } from "#ui/button.tsx";
import { useNow } from "#ui/ticker.ts";

export const Route = createFileRoute("/_app/t/$teamId/home")({
  beforeLoad: async ({ context: { queryClient }, params: { teamId } }) => {
    const team = (await queryClient.ensureQueryData(sessionQuery))?.teams.find(({ id }) => id === teamId);
    if (team && onlyContributes(team.role)) throw redirect({ href: pathTo("/t/$teamId/clarity", { teamId }), replace: true });
  },
  validateSearch: address<{ time?: HomeSpan }>({ time: oneOf(homeSpans) }),
  loaderDeps: ({ search: { time } }) => ({ time }),
  // All of it at once: an answer that comes later would move what is under it.
  loader: async ({ context: { queryClient }, params: { teamId }, deps: { time = homeSpans[0] } }) => {
    const visit = await queryClient.ensureQueryData(visitRead(teamId)).catch(() => undefined);
    const { range } = homeTime(time, visit?.since, Date.now());
    await Promise.allSettled([
      loadSteps(queryClient, teamId),
      queryClient.ensureQueryData(sampleRead(teamId)),
      ...loadRunsOfHome(queryClient, teamId, range),
      queryClient.ensureQueryData(agentsRead(teamId, {})),
      queryClient.ensureQueryData(nextSchedulesRead(teamId)),
      queryClient.ensureQueryData(everyQueueRead(teamId)),
      queryClient.ensureQueryData(flowRead(teamId, range)),
    ]);
  },
  component: Home,
});

function Home() {
  const { teamId } = Route.useParams();
  const { time = homeSpans[0] } = Route.useSearch();
  const navigate = Route.useNavigate();
  const { user } = useSession();
  const orgId = useLogOf(teamId);
  const agents = useQuery(agentsRead(teamId, {}));
  const visit = useQuery(visitRead(teamId));
  const today = useNow((now) => new Date(now).setHours(0, 0, 0, 0));
  const { range, from, words, line } = homeTime(time, visit.data?.since, today);
  const about = { teamId, range, words };
  const { hidden, hide } = useHiddenSteps(teamId);
  const steps = useSteps(teamId, !hidden);
  const start = <StartAny teamId={teamId} />;
  const coming = useSampleComing(teamId);
  const none = agents.data?.total === 0;
  const isChecklist = steps?.isNew === true && !coming;
  return (
    <HomePage
      span={time}
      onSpan={(next) => void navigate({ search: next === homeSpans[0] ? {} : { time: next } })}
      line={line}
      empty={
        isChecklist ? (
          <ChecklistPage steps={steps.steps} start={start} sample={<SampleBlock teamId={teamId} offers />} />
        ) : none || (coming && steps?.isNew) ? (
          <FirstAgent teamId={teamId} />
        ) : undefined
      }
      emptyActions={
        isChecklist ? (
          <Button tone="quiet" onClick={hide}>
            Hide checklist
          </Button>
        ) : null
      }
      figures={
        <>
          <WaitingFigure teamId={teamId} />
          <FailedFigure {...about} />
          <DoneFigure {...about} />
          <RunningFigure teamId={teamId} />
          <OpenCasesFigure {...about} />
          <NextFigure teamId={teamId} />
        </>
      }
      acts={
        <>
          <HomeWaiting teamId={teamId} />
          <HomeFailures {...about} />
          <HomeSchedules teamId={teamId} />
        </>
      }
      reads={
        <>
          <HomeDone {...about} />
          <HomeQueues {...about} />
          {orgId ? <HomeChanges teamId={teamId} orgId={orgId} me={user.id} from={from} words={words} /> : null}
          <SampleBlock teamId={teamId} />
          {steps && !steps.runsByItself && !coming ? <ChecklistBlock steps={steps.steps} start={start} /> : null}
        </>
      }
    />
  );
}
