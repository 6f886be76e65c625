import { partOf, periodsIn } from "#api/figures.ts";
import type { AnswerRow, QueryAnswer } from "#contract/dashboards/answers.ts";
import { listAddress } from "#contract/dashboards/list-address.ts";
import type { ChartColumn, Series } from "#ui/chart/columns-plot.tsx";
import { periodWords } from "#ui/chart/period-words.ts";

/** States in the order in which they stand in a column, from the axis up: failures first, as days are compared by them. */
export const runSeries = [
  { name: "Failed", tone: "failed", statuses: ["failed"] },
  { name: "Waiting", tone: "waiting", statuses: ["waiting"] },
  { name: "Stopped", tone: "other", statuses: ["interrupted"] },
  { name: "Under way", tone: "mid", statuses: ["not_started", "pending", "starting", "running"] },
  { name: "Completed", tone: "pale", statuses: ["completed"] },
] as const satisfies readonly (Series & { readonly statuses: readonly string[] })[];

/** Runs by period and state, each column with the list of its runs. */
export function runColumns(teamId: string, answer: QueryAnswer, zone: string): ChartColumn[] {
  const { grain } = answer;
  return periodsIn(answer).map(({ at, rows }) => {
    const values = runSeries.map(({ statuses }) =>
      rows
        .filter(({ by: [, status] }) => statuses.some((one) => one === status))
        .reduce((all, { values: [count] }) => all + (count ?? 0), 0),
    );
    return { ...periodWords(at, grain ?? "day", zone), part: partOf(rows), values, link: listOf(teamId, rows) };
  });
}

/** The list of all runs of a period, whatever their state. */
function listOf(teamId: string, rows: readonly AnswerRow[]): string | undefined {
  const link = rows.find((row) => row.link)?.link;
  if (!link) return undefined;
  const { status: _, ...filters } = link.filters;
  return listAddress(teamId, { ...link, filters });
}
