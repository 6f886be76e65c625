import { useQuery } from "@tanstack/react-query";
import { CircleHelp, CircleX, type LucideIcon } from "lucide-react";
import { answerIn } from "#api/figures.ts";
import { useFigures } from "#api/use-figures.ts";
import { pathTo } from "#api/path-to.ts";
import type { AnswerRow } from "#contract/dashboards/answers.ts";
import { listAddress } from "#contract/dashboards/list-address.ts";
import type { QueueTriggerAgent } from "#contract/queues/queue-triggers.ts";
import type { Queue } from "#contract/queues/queues.ts";
import { countOf } from "#features/queues/case-words.ts";
import { queueTriggersRead } from "#features/queues/queries.ts";
import { counted } from "#ui/counted.ts";
import { cx } from "#ui/cx.ts";
import { AnyLink } from "#ui/link.tsx";
import { useFirstAnswers } from "#ui/loaded.tsx";
import { ownZone } from "#ui/own-zone.ts";
import { percentOf } from "#ui/percent.ts";
import { useNow } from "#ui/ticker.ts";
import { todayRead } from "./overview-reads.ts";

/** How a queue is, in one line: what is open, what waits for a person, what failed today and who handles it. A phone has a line for each. */
export function QueueFacts({ teamId, queue }: { teamId: string; queue: Queue }) {
  const today = useFigures(todayRead(teamId, queue.id), ["case"]);
  const triggers = useQuery(queueTriggersRead(queue.id));
  // All of it at once: what comes later would move what stands beside it.
  const drawn = useFirstAnswers(today, triggers);
  const cases = (search: { status: "open" | "needs_input" }) => pathTo("/t/$teamId/queues/$queueId", { teamId, queueId: queue.id }, search);
  const { needs_input: asking } = queue.case_counts;
  const flow = today.data && answerIn(today.data, "today")?.total.values;
  const open = countOf(queue.case_counts, "open").toLocaleString("en");
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone: ownZone(), dateStyle: "short" });
  const day = useNow((at) => format.format(at));
  // A queue that was made today had no yesterday.
  const isOfToday = format.format(new Date(queue.created_at)) === day;
  const change = flow && !isOfToday ? moreThanYesterday((flow[0] ?? 0) - (flow[1] ?? 0)) : "";
  const failures = today.data && answerIn(today.data, "failed_today")?.total;
  const evaluated = today.data && answerIn(today.data, "evaluated")?.total;
  return (
    <div className="flex min-h-19 shrink-0 flex-col px-3 pt-2.5 pb-1 text-sm sm:min-h-9 sm:flex-row sm:flex-wrap sm:items-center sm:gap-x-5 sm:gap-y-1 sm:pt-3 md:px-5">
      {drawn ? (
        <>
          <AnyLink link={cases({ status: "open" })} className="w-fit hover:underline sm:min-w-60">
            {/* A text of another length is another one: at its end no letter moves. */}
            <span key={`${open.length} ${change.length}`}>
              <span className="font-medium">{open} open</span>
              {change}
            </span>
          </AnyLink>
          <span className="flex gap-x-5">
            <Fact
              icon={CircleHelp}
              tone="text-waiting"
              count={asking}
              none="None needs input"
              words={asking === 1 ? "needs input" : "need input"}
              link={cases({ status: "needs_input" })}
            />
            {failures ? (
              <Fact
                icon={CircleX}
                tone="text-failed"
                count={failures.values[0] ?? 0}
                none="None failed today"
                words="failed today"
                link={failures.links[0] ? listAddress(teamId, failures.links[0]) : undefined}
              />
            ) : null}
          </span>
          <span className="flex min-w-0 gap-x-5">
            {evaluated ? <PassedEvaluation teamId={teamId} of={evaluated} /> : null}
            {triggers.data ? <HandledBy teamId={teamId} queueId={queue.id} agents={triggers.data.agents} /> : null}
          </span>
        </>
      ) : null}
    </div>
  );
}

interface FactProps {
  icon: LucideIcon;
  tone: string;
  count: number;
  none: string;
  words: string;
  link: string | undefined;
}

/** In room for a few digits more, and there also when it is none: numbers that change move nothing beside them. */
function Fact({ icon: Icon, tone, count, none, words, link }: FactProps) {
  const look = "inline-flex min-w-32 items-center gap-1.5";
  if (count === 0) return <span className={cx(look, "text-ink-3")}>{none}</span>;
  const said = `${count.toLocaleString("en")} ${words}`;
  const drawn = (
    <>
      <Icon size={14} strokeWidth={1.75} aria-hidden />
      <span key={said.length}>{said}</span>
    </>
  );
  return link ? (
    <AnyLink link={link} className={cx(look, tone, "hover:underline")}>
      {drawn}
    </AnyLink>
  ) : (
    <span className={cx(look, tone)}>{drawn}</span>
  );
}

/** What evaluations say of the cases of the last weeks; nothing where none was evaluated. */
function PassedEvaluation({ teamId, of: { values, links } }: { teamId: string; of: AnswerRow }) {
  const [count = 0, share = null] = values;
  if (!count || share === null || !links[0]) return null;
  const said = `${percentOf(share)} of ${count.toLocaleString("en")} passed evaluation`;
  return (
    <AnyLink
      link={listAddress(teamId, links[0])}
      title="Cases created in the last 30 days that were evaluated"
      className="shrink-0 text-ink-2 hover:underline"
    >
      <span key={said.length}>{said}</span>
    </AnyLink>
  );
}

function moreThanYesterday(change: number): string {
  if (change === 0) return ", as many as yesterday";
  return `, ${Math.abs(change).toLocaleString("en")} ${change > 0 ? "more" : "fewer"} than yesterday`;
}

interface HandledByProps {
  teamId: string;
  queueId: string;
  agents: readonly QueueTriggerAgent[];
}

function HandledBy({ teamId, queueId, agents }: HandledByProps) {
  const handling = agents.filter(({ trigger }) => trigger?.case_queue_id === queueId && trigger.enabled);
  const [first] = handling;
  const link = pathTo("/t/$teamId/queues/$queueId", { teamId, queueId }, { tab: "triggers" });
  return (
    <AnyLink link={link} className="min-w-0 truncate text-ink-2 hover:underline">
      {first === undefined ? (
        "Handled by no agent"
      ) : (
        <>
          Handled by{" "}
          <span className="font-medium text-ink">
            {handling.length === 1 ? first.agent_name : counted(handling.length, "agent", "agents")}
          </span>
          {handling.length === 1 ? `, ${first.limit.toLocaleString("en")} at a time` : ""}
        </>
      )}
    </AnyLink>
  );
}
