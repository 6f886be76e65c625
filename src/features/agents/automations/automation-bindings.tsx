import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { getAutomationCurrent } from "#contract/agents/automation-flow.ts";
import type { Reply } from "#contract/endpoint.ts";
import { Loaded } from "#ui/loaded.tsx";
import { ScrollColumn } from "#ui/scroll-column.tsx";
import { ActivationPreview } from "./activation-preview.tsx";
import type { AutomationRevisionProps } from "./automation-revision-page.tsx";
import { currentRead } from "./automation-queries.ts";
import { BindAgent } from "./bind-agent.tsx";
import { AgentBindingRow, QueueBindingRow } from "./binding-row.tsx";
import { RouteQueue } from "./route-queue.tsx";
import { useUnbind } from "./use-unbind.ts";

interface AutomationBindingsProps extends AutomationRevisionProps {
  /** It is a draft, and the person may change it. */
  mayEdit: boolean;
}

/** What a revision runs and routes, beside what activating it would change. */
export function AutomationBindings({ mayEdit, ...props }: AutomationBindingsProps) {
  const current = useQuery(currentRead(props.automation.id));
  return (
    <ScrollColumn width="rows" gap="lg">
      <Loaded query={current} what="the members of this automation">
        {(members) => (
          <>
            {props.revision.status === "active" ? null : <ActivationPreview {...props} current={members} />}
            <Bindings {...props} current={members} mayEdit={mayEdit} />
          </>
        )}
      </Loaded>
    </ScrollColumn>
  );
}

type Task = { readonly kind: "bind" | "route"; readonly id: string; readonly name: string };

function Bindings({ teamId, revision, current, mayEdit }: AutomationBindingsProps & { current: Reply<typeof getAutomationCurrent> }) {
  const [task, setTask] = useState<Task>();
  const unbind = useUnbind(revision);
  const close = () => setTask(undefined);
  const boundAgents = new Set(revision.agents.map(({ agent_id }) => agent_id));
  const boundQueues = new Set(revision.queues.map(({ queue_id }) => queue_id));
  const otherAgents = current.agents.filter(({ id }) => !boundAgents.has(id));
  const otherQueues = current.queues.filter(({ id }) => !boundQueues.has(id));
  const names = new Map(revision.agents.map(({ agent_id, agent_name, deleted }) => [agent_id, deleted ? undefined : agent_name]));
  return (
    <>
      <BindingList title="Agents" none="This automation has no agents." count={revision.agents.length + otherAgents.length}>
        {revision.agents.map((binding) => (
          <AgentBindingRow
            key={binding.agent_id}
            teamId={teamId}
            name={binding.agent_name}
            agentId={binding.agent_id}
            binding={binding}
            onBind={mayEdit ? () => setTask({ kind: "bind", id: binding.agent_id, name: binding.agent_name }) : undefined}
            onUnbind={mayEdit ? () => void unbind(binding) : undefined}
          />
        ))}
        {otherAgents.map(({ id, name }) => (
          <AgentBindingRow
            key={id}
            teamId={teamId}
            name={name}
            agentId={id}
            onBind={mayEdit ? () => setTask({ kind: "bind", id, name }) : undefined}
          />
        ))}
      </BindingList>
      <BindingList title="Queues" none="This automation has no queues." count={revision.queues.length + otherQueues.length}>
        {revision.queues.map((binding) => (
          <QueueBindingRow
            key={binding.queue_id}
            teamId={teamId}
            name={binding.name ?? binding.queue_name}
            queueId={binding.queue_id}
            binding={binding}
            agentName={binding.agent_id === null ? undefined : names.get(binding.agent_id)}
            onRoute={mayEdit ? () => setTask({ kind: "route", id: binding.queue_id, name: binding.queue_name }) : undefined}
          />
        ))}
        {otherQueues.map(({ id, name }) => (
          <QueueBindingRow
            key={id}
            teamId={teamId}
            name={name}
            queueId={id}
            onRoute={mayEdit ? () => setTask({ kind: "route", id, name }) : undefined}
          />
        ))}
      </BindingList>
      {task?.kind === "bind" ? <BindAgent revision={revision} agentId={task.id} agentName={task.name} onClose={close} /> : null}
      {task?.kind === "route" ? <RouteQueue revision={revision} queueId={task.id} queueName={task.name} onClose={close} /> : null}
    </>
  );
}

function BindingList({ title, none, count, children }: { title: string; none: string; count: number; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="mb-2 font-semibold">{title}</h2>
      {count === 0 ? (
        <p className="text-ink-3">{none}</p>
      ) : (
        <ul className="flex flex-col divide-y divide-line rounded-md border border-line">{children}</ul>
      )}
    </section>
  );
}
