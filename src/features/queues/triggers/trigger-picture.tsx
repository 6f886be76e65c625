import { ArrowRight, Layers } from "lucide-react";
import type { ReactNode } from "react";
import { pathTo } from "#api/path-to.ts";
import type { Reply } from "#contract/endpoint.ts";
import type { getQueueTriggers, NextCase, QueueTriggerAgent } from "#contract/queues/queue-triggers.ts";
import { casesInWords } from "#features/queues/case-words.ts";
import { Priority } from "#features/queues/cells/case-cells.tsx";
import { AnyLink } from "#ui/link.tsx";
import { atWorkInWords } from "./trigger-words.ts";

interface TriggerPictureProps {
  teamId: string;
  queue: { readonly id: string; readonly name: string };
  set: Reply<typeof getQueueTriggers>;
}

/** From those who put work in, by what waits, to those whom the queue starts: three lists that stand beside each other. */
export function TriggerPicture({ teamId, queue, set: { pending, agents, next_cases } }: TriggerPictureProps) {
  const producers = agents.filter(({ produces }) => produces);
  const started = agents.filter(({ trigger }) => trigger?.enabled && trigger.case_queue_id === queue.id);
  const nameOf = new Map(agents.map(({ agent_id, agent_name }) => [agent_id, agent_name]));
  const whereTo = ({ taken_by }: NextCase) =>
    taken_by !== null ? `to ${nameOf.get(taken_by) ?? "another agent"}` : started.length > 1 ? "to one of several" : "waits";
  return (
    <div className="grid items-stretch gap-2 md:grid-cols-[1fr_auto_1.4fr_auto_1fr]">
      <Column label="Adds cases" none="People and the API only" count={producers.length}>
        {producers.map((agent) => (
          <Node key={agent.agent_id} teamId={teamId} agent={agent} />
        ))}
      </Column>
      <Arrow />
      <section aria-label="Waits" className="rounded-md border border-line-strong p-3">
        <h3 className="flex items-center gap-2 font-medium">
          <Layers size={16} strokeWidth={1.75} aria-hidden className="shrink-0 text-ink-3" />
          <span className="min-w-0 truncate">{queue.name}</span>
          <span className="ms-auto shrink-0 text-sm font-normal text-ink-2">{casesInWords(pending)} pending</span>
        </h3>
        {next_cases.length === 0 ? (
          <p className="mt-2 text-sm text-ink-3">No cases waiting.</p>
        ) : (
          <ol aria-label="Next cases" className="mt-2 flex flex-col divide-y divide-line text-sm">
            {next_cases.map((one) => (
              <Next
                key={one.id}
                link={pathTo("/t/$teamId/queues/$queueId/cases/$caseId", { teamId, queueId: queue.id, caseId: one.id })}
                one={one}
                goes={whereTo(one)}
              />
            ))}
          </ol>
        )}
      </section>
      <Arrow />
      <Column label="Runs automatically" none="No agent. Cases wait for people" count={started.length}>
        {started.map((agent) => (
          <Node key={agent.agent_id} teamId={teamId} agent={agent}>
            {atWorkInWords(agent)}
          </Node>
        ))}
      </Column>
    </div>
  );
}

function Column({ label, none, count, children }: { label: string; none: string; count: number; children: ReactNode }) {
  return (
    <section aria-label={label} className="min-w-0">
      <h3 className="mb-2 text-sm text-ink-3">{label}</h3>
      {count === 0 ? <p className="rounded-md border border-dashed border-line-strong p-3 text-sm text-ink-2">{none}</p> : null}
      <ul className="flex flex-col gap-2">{children}</ul>
    </section>
  );
}

function Node({ teamId, agent, children }: { teamId: string; agent: QueueTriggerAgent; children?: ReactNode }) {
  return (
    <li className="rounded-md border border-line p-2 text-sm">
      <AnyLink
        link={pathTo("/t/$teamId/agents/$agentId", { teamId, agentId: agent.agent_id })}
        className="block truncate rounded-sm font-medium hover:underline"
      >
        {agent.agent_name}
      </AnyLink>
      {children ? <span className="block text-ink-2 first-letter:uppercase">{children}</span> : null}
    </li>
  );
}

function Next({ link, one, goes }: { link: string; one: NextCase; goes: string }) {
  return (
    <li className="flex items-center gap-2 py-1.5">
      <AnyLink link={link} className="min-w-0 flex-1 truncate rounded-sm hover:underline">
        {one.title}
      </AnyLink>
      {one.priority === "none" ? null : <Priority value={one.priority} />}
      <span className="max-w-[45%] shrink-0 truncate text-ink-2">{goes}</span>
    </li>
  );
}

function Arrow() {
  return <ArrowRight size={16} strokeWidth={1.75} aria-hidden className="self-center justify-self-center text-ink-3 max-md:rotate-90" />;
}
