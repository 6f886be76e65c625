import { useQuery } from "@tanstack/react-query";
import { pathTo } from "#api/path-to.ts";
import { useRule } from "#api/roles.ts";
import { spans } from "#contract/list.ts";
import { seesAllRuns } from "#contract/runs/rights.ts";
import { inboxRead } from "#features/runs/queries.ts";
import { Figure } from "#ui/figure.tsx";
import { Loaded, type LoadedQuery } from "#ui/loaded.tsx";
import { homeFilters, runsOnHomeRead } from "./home-queries.ts";
import type { HomeSpan } from "./home-search.ts";

/** What waits, what works, and what came of the last time, each with the list of what it counts. */
export function HomeFigures({ teamId, last }: { teamId: string; last: HomeSpan }) {
  const filters = homeFilters(last);
  const inbox = useQuery(inboxRead(teamId));
  const running = useQuery(runsOnHomeRead(teamId, filters.running));
  const completed = useQuery(runsOnHomeRead(teamId, filters.completed));
  const failed = useQuery(runsOnHomeRead(teamId, filters.failed));
  const manages = useRule(seesAllRuns);
  const span = `${manages ? "" : "yours, "}${spans[last].toLowerCase()}`;
  const runs = (filter: (typeof filters)[keyof typeof filters]) => pathTo("/t/$teamId/runs", { teamId }, filter);
  return (
    <Loaded inline query={together([inbox, running, completed, failed])} what="the figures of this team" needs="Member">
      {([waits, atWork, done, broke]) => (
        <dl className="grid grid-cols-2 gap-x-6 gap-y-5 sm:grid-cols-4">
          <Figure name="Waiting for you" value={whole(waits.total)} link={pathTo("/t/$teamId/inbox", { teamId })} />
          <Figure name="Running" value={whole(atWork.total)} note="now" link={runs(filters.running)} />
          <Figure name="Completed" value={whole(done.total)} note={span} link={runs(filters.completed)} />
          <Figure name="Failed" value={whole(broke.total)} failed={broke.total > 0} note={span} link={runs(filters.failed)} />
        </dl>
      )}
    </Loaded>
  );
}

type Answers<Q> = { -readonly [K in keyof Q]: Q[K] extends LoadedQuery<infer T> ? T : never };

/** Several reads as one: there once all of them are. */
function together<const Q extends readonly LoadedQuery<unknown>[]>(queries: Q): LoadedQuery<Answers<Q>> {
  const failed = queries.find(({ data, error }) => data === undefined && error);
  const held = queries.find(({ data, failureReason }) => data === undefined && failureReason);
  return {
    data: queries.every(({ data }) => data !== undefined) ? (queries.map(({ data }) => data) as Answers<Q>) : undefined,
    error: failed?.error,
    failureReason: held?.failureReason,
    refetch: () => Promise.all(queries.map(({ refetch }) => refetch())),
  };
}

function whole(value: number): string {
  return value.toLocaleString("en");
}
