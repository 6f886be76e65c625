import type { ReactNode } from "react";
import { pathTo } from "#api/path-to.ts";
import type { Flow, FlowEdge } from "#contract/agents/automation-flow.ts";
import { AnyLink } from "#ui/link.tsx";

interface FlowWordsProps {
  teamId: string;
  flow: Flow;
  /** Members that no arrow touches. */
  alone: readonly string[];
  /** Who hands work to itself. */
  loops: readonly FlowEdge[];
  /** How much work there is. */
  children: ReactNode;
}

/** All that the picture says, and what it does not say. */
export function FlowWords({ teamId, flow, alone, loops, children }: FlowWordsProps) {
  const names = new Map([...flow.agents, ...flow.queues].map(({ id, name }) => [id, name]));
  const queues = new Map(flow.queues.map((queue) => [queue.id, queue]));
  const name = (id: string) => names.get(id) ?? "";
  const paused = (id: string) => (queues.get(id)?.enabled === false ? ": it is paused or not routed" : "");
  const inWords = ({ type, from, to, starts }: FlowEdge) =>
    type === "producer"
      ? `${name(from)} adds cases to ${name(to)}.`
      : type === "consumer"
        ? starts
          ? `${name(from)} goes to ${name(to)}.`
          : `${name(from)} may go to ${name(to)}, but does not start it${paused(from)}.`
        : `${name(from)} may hand its work to ${from === to ? "itself" : name(to)}.`;
  const outside = [...flow.agents, ...flow.queues].filter(({ member }) => !member);
  return (
    <section aria-label="The flow in words" className="flex flex-col gap-3 px-3 py-4 text-sm md:px-5">
      <h2 className="font-semibold">In words</h2>
      <ul className="flex flex-col gap-1">
        {flow.edges.map((edge) => (
          <li key={`${edge.type} ${edge.from} ${edge.to}`}>{inWords(edge)}</li>
        ))}
      </ul>
      {alone.length > 0 ? (
        <p>
          Not connected:{" "}
          {alone.map((id, at) => (
            <span key={id}>
              {at > 0 ? ", " : ""}
              <AnyLink
                link={
                  queues.has(id)
                    ? pathTo("/t/$teamId/queues/$queueId", { teamId, queueId: id })
                    : pathTo("/t/$teamId/agents/$agentId", { teamId, agentId: id })
                }
                className="rounded-sm underline underline-offset-2"
              >
                {name(id)}
              </AnyLink>
            </span>
          ))}
          .
        </p>
      ) : null}
      {children}
      <p className="text-ink-3">
        {loops.length > 0 ? `Not drawn: ${loops.map(({ from }) => name(from)).join(", ")} handing work to itself. ` : ""}
        {outside.length > 0 ? "Outside the automation, only directly connected items are shown. " : ""}
        Not shown: agents called within a run, and runs started by people, schedules and programs.
      </p>
    </section>
  );
}
