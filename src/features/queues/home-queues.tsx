import { useQuery } from "@tanstack/react-query";
import { figuresRead } from "#api/figures.ts";
import { pathTo } from "#api/path-to.ts";
import { answerOf, useFigures } from "#api/use-figures.ts";
import type { QueryAnswer } from "#contract/dashboards/answers.ts";
import type { Range } from "#contract/dashboards/page.ts";
import { Block, BlockEmpty } from "#ui/block.tsx";
import { KeyFigure } from "#ui/key-figure.tsx";
import { AnyLink } from "#ui/link.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { ownZone } from "#ui/own-zone.ts";
import { everyQueueRead, openIn, openInWords } from "./open-cases.ts";

const most = 6;

interface OverTime {
  teamId: string;
  range: Range;
}

/** What came into the queues of a team and left them. */
export function flowRead(teamId: string, range: Range) {
  const query = { name: "flow", source: "flow" as const, measures: ["arrived", "closed"], by: ["queue"], filters: [] };
  return figuresRead(teamId, { zone: ownZone(), range, queries: [query] });
}

/** How many cases are open in all queues together. */
export function OpenCasesFigure({ teamId, range }: OverTime) {
  const queues = useQuery(everyQueueRead(teamId));
  const flow = answerOf(useFigures(flowRead(teamId, range), ["case"]), "flow");
  return (
    <KeyFigure name="Open cases" query={queues}>
      {(all) => {
        const open = all.reduce((sum, queue) => sum + openIn(queue), 0);
        return {
          value: open === 0 ? null : open.toLocaleString("en"),
          note: flow.data ? inWords(changeIn(flow.data.total)) : flow.error ? "Change not counted" : undefined,
          link: pathTo("/t/$teamId/queues", { teamId }),
        };
      }}
    </KeyFigure>
  );
}

/** The queues with the most open cases, and what changed. `words`: the time, as in "since your last visit". */
export function HomeQueues({ teamId, range, words }: OverTime & { words: string }) {
  const queues = useQuery(everyQueueRead(teamId));
  const flow = answerOf(useFigures(flowRead(teamId, range), ["case"]), "flow");
  const changes = new Map(flow.data?.rows.map((row) => [row.by[0], changeIn(row)]));
  return (
    <Block title="Open cases" note={`change ${words}`} all={{ link: pathTo("/t/$teamId/queues", { teamId }), words: "Queues" }}>
      <Loaded inline skeleton={<SkeletonRows rows={4} />} query={queues} what="the queues of this team" needs="Member">
        {(all) => {
          const busy = all
            .filter((queue) => openIn(queue) > 0 || (changes.get(queue.id) ?? 0) !== 0)
            .toSorted((one, other) => openIn(other) - openIn(one));
          if (busy.length === 0) return <BlockEmpty>No queue has open cases.</BlockEmpty>;
          return (
            <>
              {flow.error ? <BlockEmpty>The change could not be counted.</BlockEmpty> : null}
              <ul aria-label="Queues with open cases">
                {busy.slice(0, most).map((queue) => (
                  <li key={queue.id} className="border-b border-line last:border-b-0">
                    <AnyLink
                      link={pathTo("/t/$teamId/queues/$queueId", { teamId, queueId: queue.id }, { status: "open" })}
                      className="grid min-h-8 grid-cols-[minmax(0,1fr)_3rem_3rem] items-center gap-2 text-sm hover:bg-hover sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_3rem_3rem]"
                    >
                      <span className="truncate">{queue.name}</span>
                      <span className="hidden truncate text-xs text-ink-3 sm:block">{openInWords(queue)}</span>
                      <span className="text-end tabular-nums">{openIn(queue) === 0 ? "–" : openIn(queue).toLocaleString("en")}</span>
                      <span className="text-end text-xs text-ink-3 tabular-nums">
                        {flow.data ? signed(changes.get(queue.id) ?? 0) : ""}
                      </span>
                    </AnyLink>
                  </li>
                ))}
              </ul>
            </>
          );
        }}
      </Loaded>
    </Block>
  );
}

function changeIn({ values: [arrived, closed] }: QueryAnswer["total"]): number {
  return (arrived ?? 0) - (closed ?? 0);
}

function signed(change: number): string {
  if (change === 0) return "–";
  return `${change > 0 ? "+" : "−"}${Math.abs(change).toLocaleString("en")}`;
}

function inWords(change: number): string {
  if (change === 0) return "No change";
  return `${change > 0 ? "Up" : "Down"} by ${Math.abs(change).toLocaleString("en")}`;
}
