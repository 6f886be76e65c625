import { useQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { FirstAgent } from "#features/agents/agent/first-agent.tsx";
import { agentsRead } from "#features/agents/queries.ts";
import { HomeQueues } from "#features/queues/home-queues.tsx";
import { queuesRead } from "#features/queues/queries.ts";
import { HomeFailed } from "#features/runs/home/home-failed.tsx";
import { HomeFigures } from "#features/runs/home/home-figures.tsx";
import { loadRunsOfHome } from "#features/runs/home/home-queries.ts";
import { type HomeSpan, homeSpans } from "#features/runs/home/home-search.ts";
import { HomeWaiting } from "#features/runs/home/home-waiting.tsx";
import { HomeSchedules, nextSchedulesRead } from "#features/schedules/home-schedules.tsx";
import { HomePage } from "#features/shell/home-page.tsx";
import { address, oneOf } from "#ui/address.ts";

export const Route = createFileRoute("/_app/t/$teamId/home")({
  validateSearch: address<{ last?: HomeSpan }>({ last: oneOf(homeSpans) }),
  loaderDeps: ({ search: { last } }) => ({ last }),
  // All of it at once: an answer that comes later would move what is under it.
  loader: ({ context: { queryClient }, params: { teamId }, deps: { last = homeSpans[0] } }) =>
    Promise.allSettled([
      ...loadRunsOfHome(queryClient, teamId, last),
      queryClient.ensureQueryData(agentsRead(teamId, {})),
      queryClient.ensureQueryData(nextSchedulesRead(teamId)),
      queryClient.ensureQueryData(queuesRead(teamId, {})),
    ]),
  component: Home,
});

function Home() {
  const { teamId } = Route.useParams();
  const { last = homeSpans[0] } = Route.useSearch();
  const navigate = Route.useNavigate();
  const agents = useQuery(agentsRead(teamId, {}));
  return (
    <HomePage
      last={last}
      choices={homeSpans}
      onLast={(next) => void navigate({ search: next === homeSpans[0] ? {} : { last: next } })}
      empty={agents.data?.total === 0 ? <FirstAgent teamId={teamId} /> : undefined}
      figures={<HomeFigures teamId={teamId} last={last} />}
      work={[<HomeWaiting key="waiting" teamId={teamId} />, <HomeFailed key="failed" teamId={teamId} last={last} />]}
      plans={[<HomeQueues key="queues" teamId={teamId} />, <HomeSchedules key="schedules" teamId={teamId} />]}
    />
  );
}
