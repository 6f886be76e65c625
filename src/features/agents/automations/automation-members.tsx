import { useQuery } from "@tanstack/react-query";
import { Bot, Layers, Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useMay } from "#api/roles.ts";
import type { getAutomationCurrent } from "#contract/agents/automation-flow.ts";
import { type Automation } from "#contract/agents/automations.ts";
import { addAutomationQueue, maxMembers } from "#contract/agents/automation-members.ts";
import type { Reply } from "#contract/endpoint.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { ScrollColumn } from "#ui/scroll-column.tsx";
import { AddAgent, AddQueue } from "./add-member.tsx";
import { currentRead } from "./automation-queries.ts";
import { whoMayChange } from "./automation-rights.ts";
import { DeleteMember, type Member } from "./delete-member.tsx";
import { AgentRow, QueueRow } from "./member-row.tsx";

type Task = { kind: "add-agent" | "add-queue" } | { kind: "delete"; member: Member };

/** The agents and queues of an automation, each with what it does now. */
export function AutomationMembers({ teamId, automation, mayChange }: { teamId: string; automation: Automation; mayChange: boolean }) {
  const current = useQuery(currentRead(automation.id));
  const [task, setTask] = useState<Task>();
  const close = () => setTask(undefined);
  return (
    <ScrollColumn width="rows">
      {mayChange ? null : <p className="mb-4 text-sm text-ink-2">{whoMayChange}</p>}
      <Loaded query={current} what="the members of this automation">
        {(members) => <Lists teamId={teamId} {...members} mayChange={mayChange} onTask={setTask} />}
      </Loaded>
      <AddAgent open={task?.kind === "add-agent"} onClose={close} teamId={teamId} automationId={automation.id} />
      <AddQueue open={task?.kind === "add-queue"} onClose={close} teamId={teamId} automationId={automation.id} />
      {task?.kind === "delete" ? (
        <DeleteMember onClose={close} teamId={automation.team_id} automationId={automation.id} member={task.member} />
      ) : null}
    </ScrollColumn>
  );
}

type ListsProps = Reply<typeof getAutomationCurrent> & { teamId: string; mayChange: boolean; onTask: (task: Task) => void };

function Lists({ teamId, active_revision_id: active, agents, queues, triggers, mayChange, onTask }: ListsProps) {
  const manages = useMay(addAutomationQueue);
  const changesQueues = mayChange && manages;
  const nameOf = new Map(agents.map(({ id, name }) => [id, name]));
  const addAgent = mayChange ? (
    <Button size="sm" icon={Plus} onClick={() => onTask({ kind: "add-agent" })}>
      Add agent
    </Button>
  ) : null;
  const addQueue = changesQueues ? (
    <Button size="sm" icon={Plus} onClick={() => onTask({ kind: "add-queue" })}>
      Add queue
    </Button>
  ) : null;
  return (
    <div className="flex flex-col gap-8">
      <MemberList title="Agents" count={agents.length} add={addAgent}>
        {agents.length === 0 ? (
          <EmptyState inline icon={Bot} title="No agents">
            Add one that the team has already, or create one and add it.
          </EmptyState>
        ) : (
          agents.map((agent) => (
            <AgentRow
              key={agent.id}
              {...{ teamId, agent, activated: active !== null }}
              onDelete={mayChange ? () => onTask({ kind: "delete", member: { kind: "agent", id: agent.id, name: agent.name } }) : undefined}
            />
          ))
        )}
      </MemberList>
      <MemberList title="Queues" count={queues.length} add={addQueue}>
        {queues.length === 0 ? (
          <EmptyState inline icon={Layers} title="No queues">
            The active revision assigns each queue to an agent.
            {mayChange && !manages ? " Managers and above add queues." : null}
          </EmptyState>
        ) : (
          queues.map((queue) => (
            <QueueRow
              key={queue.id}
              {...{ teamId, queue }}
              started={triggers.filter(({ case_queue_id }) => case_queue_id === queue.id)}
              agentName={queue.agent_id === null ? undefined : nameOf.get(queue.agent_id)}
              onDelete={
                changesQueues ? () => onTask({ kind: "delete", member: { kind: "queue", id: queue.id, name: queue.name } }) : undefined
              }
            />
          ))
        )}
      </MemberList>
    </div>
  );
}

function MemberList({ title, count, add, children }: { title: string; count: number; add: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <div className="mb-2 flex min-h-8 items-center gap-2">
        <h2 className="font-semibold">{title}</h2>
        <span className="text-sm text-ink-3">{count >= maxMembers ? `${count}, which is as many as it takes` : count}</span>
        <span className="ms-auto">{add}</span>
      </div>
      {count === 0 ? children : <ul className="flex flex-col divide-y divide-line rounded-md border border-line">{children}</ul>}
    </section>
  );
}
