import { useQuery } from "@tanstack/react-query";
import { pathTo } from "#api/path-to.ts";
import type { Range } from "#contract/dashboards/page.ts";
import type { AnswerRow } from "#contract/dashboards/answers.ts";
import { listAddress } from "#contract/dashboards/list-address.ts";
import { useWaitingItems } from "#features/runs/waiting-items.ts";
import { counted } from "#ui/counted.ts";
import { KeyFigure } from "#ui/key-figure.tsx";
import { Time } from "#ui/time.tsx";
import { runningRead, useOutcomes } from "./home-reads.ts";

interface OverTime {
  teamId: string;
  range: Range;
}

export function WaitingFigure({ teamId }: { teamId: string }) {
  const { query, items, total } = useWaitingItems(teamId, {});
  const oldest = items?.map(({ at }) => at).toSorted((one, other) => Date.parse(one) - Date.parse(other))[0];
  return (
    <KeyFigure name="Waiting for you" query={query}>
      {() => ({
        value: whole(total),
        tone: "waiting",
        note:
          total > 0 && oldest ? (
            <>
              Oldest <Time at={oldest} />
            </>
          ) : (
            "All caught up"
          ),
        link: pathTo("/t/$teamId/inbox", { teamId }),
      })}
    </KeyFigure>
  );
}

export function FailedFigure({ teamId, range }: OverTime) {
  const { agents, causes, own } = useOutcomes(teamId, range);
  const by = causes.data && causes.data.count > 0 ? counted(causes.data.count, "cause", "causes") : "Runs failed";
  return (
    <KeyFigure name="Failed" query={agents}>
      {({ total }) => ({ ...measured(teamId, total, 1), tone: "failed", note: own ? `${by}, of your runs` : by })}
    </KeyFigure>
  );
}

export function DoneFigure({ teamId, range }: OverTime) {
  const { agents, own } = useOutcomes(teamId, range);
  return (
    <KeyFigure name="Done" query={agents}>
      {({ total }) => ({ ...measured(teamId, total, 0), note: own ? "Your runs completed" : "Runs completed" })}
    </KeyFigure>
  );
}

export function RunningFigure({ teamId }: { teamId: string }) {
  const query = useQuery(runningRead(teamId));
  return (
    <KeyFigure name="Running now" query={query}>
      {({ total, data: [first] }) => ({
        value: whole(total),
        note: first ? (
          <>
            Oldest <Time at={first.created_at} />
          </>
        ) : (
          "No run at work"
        ),
        link: pathTo("/t/$teamId/runs", { teamId }, { status: "running", order: "asc" }),
      })}
    </KeyFigure>
  );
}

/** One measure of an answer, with the list of what it counts. */
function measured(teamId: string, total: AnswerRow, at: number) {
  const link = total.links[at];
  return { value: whole(total.values[at] ?? 0), link: link ? listAddress(teamId, link) : undefined };
}

function whole(value: number): string | null {
  return value === 0 ? null : value.toLocaleString("en");
}
