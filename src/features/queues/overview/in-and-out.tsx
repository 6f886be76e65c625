import { partOf, periodsIn } from "#api/figures.ts";
import type { FigureLink, QueryAnswer } from "#contract/dashboards/answers.ts";
import { listAddress } from "#contract/dashboards/list-address.ts";
import { ChartBlock } from "#ui/chart/chart-block.tsx";
import { titleOf, whole } from "#ui/chart/columns-plot.tsx";
import { FigureTable } from "#ui/chart/figure-table.tsx";
import { type MirrorColumn, MirrorPlot } from "#ui/chart/mirror-plot.tsx";
import { periodWords } from "#ui/chart/period-words.ts";
import { ownZone } from "#ui/own-zone.ts";

const names = ["In", "Out"] as const;

/** Cases that came and that left, by day. */
export function InAndOut({ teamId, answer }: { teamId: string; answer: QueryAnswer }) {
  const columns = columnsOf(teamId, answer);
  const [arrived = 0, closed = 0] = answer.total.values;
  const addressOf = (link: FigureLink | null | undefined) => (link ? listAddress(teamId, link) : undefined);
  const shown = (count: number) => (count === 0 ? "–" : whole.format(count));
  return (
    <ChartBlock
      band
      title="In and out"
      legend={[
        { name: "In", tone: "pale", value: whole.format(arrived ?? 0), link: addressOf(answer.total.links[0]) },
        { name: "Out", tone: "otherPale", value: whole.format(closed ?? 0), link: addressOf(answer.total.links[1]) },
        ...(columns.some(({ part }) => part)
          ? [{ name: answer.grain === "day" ? "Today so far" : "So far", tone: "edge" as const, hatched: true }]
          : []),
      ]}
      table={
        <FigureTable
          label="In and out"
          columns={["Time", ...names]}
          rows={columns.map((column) => ({ label: titleOf(column), cells: column.values.map(shown), links: column.links })).toReversed()}
        />
      }
    >
      {arrived === 0 && closed === 0 ? (
        <p className="min-h-41 py-1 text-sm text-ink-2">No case came or left in this time.</p>
      ) : (
        <MirrorPlot label="Cases in and out" names={names} columns={columns} />
      )}
    </ChartBlock>
  );
}

/** Each period of an answer by time, whose first two measures are what arrived and what closed. */
function columnsOf(teamId: string, answer: QueryAnswer): MirrorColumn[] {
  return periodsIn(answer).map(({ at, rows }) => {
    const [row] = rows;
    const link = (of: number) => {
      const found = row?.links[of];
      return found ? listAddress(teamId, found) : undefined;
    };
    return {
      ...periodWords(at, answer.grain ?? "day", ownZone()),
      part: partOf(rows),
      values: [row?.values[0] ?? 0, row?.values[1] ?? 0],
      links: [link(0), link(1)],
    };
  });
}
