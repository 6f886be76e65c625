import { useQuery } from "@tanstack/react-query";
import { CircleHelp, CircleX } from "lucide-react";
import { answerIn } from "#api/figures.ts";
import { pathTo } from "#api/path-to.ts";
import { listAddress } from "#contract/dashboards/list-address.ts";
import type { QueueTriggerAgent } from "#contract/queues/queue-triggers.ts";
import type { Queue } from "#contract/queues/queues.ts";
import { countOf } from "#features/queues/case-words.ts";
import { queueTriggersRead } from "#features/queues/queries.ts";
import { counted } from "#ui/counted.ts";
import { cx } from "#ui/cx.ts";
import { AnyLink } from "#ui/link.tsx";
import { useFirstAnswers } from "#ui/loaded.tsx";
import { todayRead } from "./overview-reads.ts";

/** How a queue is, in one line: what is open, what waits for a person, what failed today and who handles it. A phone has a line for each. */
export function QueueFacts({ teamId, queue }: { teamId: string; queue: Queue }) {
  const today = useQuery(todayRead(teamId, queue.id));
  const triggers = useQuery(queueTriggersRead(queue.id));
  // All of it at once: what comes later would move what stands beside it.
  const drawn = useFirstAnswers(today, triggers);
  const cases = (search: { status: "open" | "needs_input" }) => pathTo("/t/$teamId/queues/$queueId", { teamId, queueId: queue.id }, search);
  const { needs_input: asking } = queue.case_counts;
  const flow = today.data && answerIn(today.data, "today")?.total.values;
  const failures = today.data && answerIn(today.data, "failed_today")?.total;
  const failed = failures?.values[0] ?? 0;
  const failedLink = failures?.links[0];
  return (
    <div className="flex min-h-19 shrink-0 flex-col px-3 pt-2.5 pb-1 text-sm sm:min-h-9 sm:flex-row sm:flex-wrap sm:items-center sm:gap-x-5 sm:gap-y-1 sm:pt-3 md:px-5">
      {drawn ? (
        <>
          <AnyLink link={cases({ status: "open" })} className="w-fit hover:underline">
            <span className="font-medium">{countOf(queue.case_counts, "open").toLocaleString("en")} open</span>
            {flow ? moreThanYesterday((flow[0] ?? 0) - (flow[1] ?? 0)) : ""}
          </AnyLink>
          <span className={cx("flex min-h-5 gap-x-5 sm:min-h-0", asking + failed === 0 && "sm:hidden")}>
            {asking + failed === 0 ? <span className="text-ink-3">Nothing needs input</span> : null}
            {asking > 0 ? (
              <AnyLink link={cases({ status: "needs_input" })} className="inline-flex items-center gap-1.5 text-waiting hover:underline">
                <CircleHelp size={14} strokeWidth={1.75} aria-hidden />
                {asking.toLocaleString("en")} {asking === 1 ? "needs" : "need"} input
              </AnyLink>
            ) : null}
            {failed > 0 && failedLink ? (
              <AnyLink link={listAddress(teamId, failedLink)} className="inline-flex items-center gap-1.5 text-failed hover:underline">
                <CircleX size={14} strokeWidth={1.75} aria-hidden />
                {failed.toLocaleString("en")} failed today
              </AnyLink>
            ) : null}
          </span>
          {triggers.data ? <HandledBy teamId={teamId} queueId={queue.id} agents={triggers.data.agents} /> : null}
        </>
      ) : null}
    </div>
  );
}

export function moreThanYesterday(change: number): string {
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
