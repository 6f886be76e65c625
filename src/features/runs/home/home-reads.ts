import type { QueryClient } from "@tanstack/react-query";
import { answerIn, countOf, figuresRead } from "#api/figures.ts";
import { requestOf } from "#api/list-request.ts";
import { read } from "#api/query.ts";
import { answerOf, useFigures } from "#api/use-figures.ts";
import type { AnswerRow, QueryAnswer } from "#contract/dashboards/answers.ts";
import type { Range } from "#contract/dashboards/page.ts";
import type { SearchOf } from "#contract/list.ts";
import { runList } from "#contract/runs/run-list.ts";
import { listTeamRuns } from "#contract/runs/runs.ts";
import { approvalsRead, inboxRead, reviewsRead, runRead, waitingRead } from "#features/runs/queries.ts";
import { ownZone } from "#ui/own-zone.ts";

/** As many causes and agents are named; the others are counted. */
export const mostCauses = 4;
export const mostAgents = 6;
/** As many runs of a cause are started again from here; of more, the list is the place to choose. */
const mostAgain = 20;

/** What came of the runs that were created in a time, by agent, and what they failed by: one cause is what runs of one agent failed by. */
function outcomesRead(teamId: string, range: Range) {
  const runs = { source: "runs" as const, filters: [] };
  return figuresRead(teamId, {
    zone: ownZone(),
    range,
    queries: [
      { ...runs, name: "agents", measures: ["completed", "failed"], by: ["agent"], top: mostAgents + 1 },
      {
        ...runs,
        name: "causes",
        measures: ["count"],
        by: ["failure", "agent"],
        filters: [{ by: "status", kind: "is" as const, values: ["failed"] }],
      },
    ],
  });
}

export function useOutcomes(teamId: string, range: Range) {
  const query = useFigures(outcomesRead(teamId, range), ["run"]);
  const causes = answerOf(query, "causes");
  return {
    agents: answerOf(query, "agents"),
    causes: { ...causes, data: causes.data && causesIn(causes.data) },
    /** Whether only the viewer's own runs are counted. */
    own: query.data?.scope === "own",
  };
}

/** The most frequent first, and how many there are. */
function causesIn({ rows, left_out }: QueryAnswer) {
  const named = rows.filter(({ other }) => !other).toSorted((one, another) => countOf(another) - countOf(one));
  return { rows: named, count: named.length + left_out };
}

/** The newest runs of a cause. */
export function causeRead(teamId: string, { link }: AnswerRow) {
  const filters = (link?.filters ?? {}) as SearchOf<typeof runList>;
  return read(listTeamRuns, { params: { teamId }, query: { limit: mostAgain, ...requestOf(runList, filters) } }, { keepPrevious: true });
}

/** How many runs are at work, with the one that was created first. */
export function runningRead(teamId: string) {
  const query = { limit: 1, status: "running", sort_by: "created_at", sort_order: "asc" } as const;
  return read(listTeamRuns, { params: { teamId }, query }, { keepPrevious: true });
}

/** Asks for all that the start of a team says of runs. */
export function loadRunsOfHome(client: QueryClient, teamId: string, range: Range): Promise<unknown>[] {
  return [
    client.ensureQueryData(inboxRead(teamId)),
    client.ensureQueryData(reviewsRead(teamId)),
    ...(["pending", "former"] as const).flatMap((state): Promise<unknown>[] => [
      client.ensureQueryData(waitingRead(teamId, state)),
      client.ensureQueryData(approvalsRead(teamId, state)),
    ]),
    client.ensureQueryData(runningRead(teamId)),
    loadCauses(client, teamId, range),
  ];
}

async function loadCauses(client: QueryClient, teamId: string, range: Range): Promise<void> {
  const causes = answerIn(await client.ensureQueryData(outcomesRead(teamId, range)), "causes");
  await Promise.all(
    (causes ? causesIn(causes).rows : []).slice(0, mostCauses).map(async (row) => {
      const [newest] = (await client.ensureQueryData(causeRead(teamId, row))).data;
      // Its place is there without it.
      if (newest) void client.prefetchQuery(runRead(newest.id));
    }),
  );
}
