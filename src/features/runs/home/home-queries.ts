import type { QueryClient } from "@tanstack/react-query";
import { requestOf } from "#api/list-request.ts";
import { read } from "#api/query.ts";
import type { SearchOf } from "#contract/list.ts";
import { runList } from "#contract/runs/run-list.ts";
import { listTeamRuns } from "#contract/runs/runs.ts";
import { approvalsRead, inboxRead, reviewsRead, waitingRead } from "#features/runs/queries.ts";
import type { HomeSpan } from "./home-search.ts";

/** As many of each kind say what is up; the rest is a page away. */
export const mostOnHome = 5;

type Narrowed = SearchOf<typeof runList>;

/** What the start of a team says of its runs: those at work, and what came of those that were created in a span. */
export const homeFilters = (last: HomeSpan) =>
  ({
    running: { status: "running" },
    completed: { status: "completed", since: last },
    failed: { status: "failed", since: last },
  }) as const satisfies Record<string, Narrowed>;

/** How many runs a filter leaves, with the newest of them. */
export function runsOnHomeRead(teamId: string, filter: Narrowed) {
  const query = { limit: mostOnHome, ...requestOf(runList, filter) };
  return read(listTeamRuns, { params: { teamId }, query }, { keepPrevious: true });
}

/** Asks for all that the start says of runs. */
export function loadRunsOfHome(client: QueryClient, teamId: string, last: HomeSpan): Promise<unknown>[] {
  return [
    client.ensureQueryData(inboxRead(teamId)),
    client.ensureQueryData(reviewsRead(teamId)),
    ...(["pending", "former"] as const).flatMap((state): Promise<unknown>[] => [
      client.ensureQueryData(waitingRead(teamId, state)),
      client.ensureQueryData(approvalsRead(teamId, state)),
    ]),
    ...Object.values(homeFilters(last)).map((filter) => client.ensureQueryData(runsOnHomeRead(teamId, filter))),
  ];
}
