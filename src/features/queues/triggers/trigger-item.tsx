import { pathTo } from "#api/path-to.ts";
import type { QueueRouting, QueueTriggerAgent } from "#contract/queues/queue-triggers.ts";
import { Button } from "#ui/button.tsx";
import { AnyLink } from "#ui/link.tsx";
import type { TriggerSubject } from "./trigger-dialog.tsx";
import { TriggerControls } from "./trigger-controls.tsx";
import { TriggerProblems } from "./trigger-problems.tsx";
import { RoutedBy } from "./trigger-routing.tsx";
import { mayBeStarted } from "./trigger-words.ts";

interface TriggerItemProps {
  teamId: string;
  queue: { readonly id: string; readonly name: string };
  agent: QueueTriggerAgent;
  routing: QueueRouting | null;
  defaultConcurrency: number;
  /** Opens the dialog that says what a trigger would do before it does it. */
  onSetUp: (subject: TriggerSubject) => void;
}

/** One agent of a queue: what it does there, what starts it, and what is wrong with that. */
export function TriggerItem({ teamId, queue, agent, routing, defaultConcurrency, onSetUp }: TriggerItemProps) {
  const { agent_id, agent_name, trigger } = agent;
  const here = trigger?.case_queue_id === queue.id;
  const routed = routing?.agent_id === agent_id && routing.enabled;
  const allowed = mayBeStarted(routing, agent_id);
  const setUp = () => onSetUp({ queue, agent: { id: agent_id, name: agent_name } });
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 px-3 py-2.5">
      <div className="flex min-w-0 flex-1 basis-56 flex-col gap-1">
        <span className="flex flex-wrap items-center gap-x-3">
          <AnyLink
            link={pathTo("/t/$teamId/agents/$agentId", { teamId, agentId: agent_id })}
            className="min-w-0 truncate rounded-sm font-medium hover:underline"
          >
            {agent_name}
          </AnyLink>
          <span className="text-sm text-ink-3">{slotInWords(agent)}</span>
        </span>
        {trigger && !here ? (
          <span className="text-sm text-ink-2">
            Started by{" "}
            <AnyLink
              link={pathTo("/t/$teamId/queues/$queueId", { teamId, queueId: trigger.case_queue_id }, { tab: "triggers" })}
              className="rounded-sm underline underline-offset-2"
            >
              {trigger.case_queue_name}
            </AnyLink>
          </span>
        ) : null}
        {routing && routed ? <RoutedBy teamId={teamId} routing={routing} /> : null}
        <TriggerProblems problems={agent.problems} />
      </div>
      {trigger && here ? (
        <TriggerControls
          agentId={agent_id}
          agentName={agent_name}
          trigger={trigger}
          routed={routed}
          allowed={allowed}
          limit={defaultConcurrency}
          onEnable={setUp}
        />
      ) : allowed && agent.consumes && agent.can_create && (!trigger || trigger.can_disable) ? (
        <Button size="sm" onClick={setUp}>
          {trigger ? "Run automatically on this queue instead" : "Run automatically"}
        </Button>
      ) : null}
    </li>
  );
}

function slotInWords({ produces, consumes, is_handover_target }: QueueTriggerAgent): string {
  const slots =
    produces && consumes
      ? "adds and handles cases"
      : produces
        ? "adds cases"
        : consumes
          ? "handles cases"
          : "neither adds nor handles cases";
  return is_handover_target ? `${slots}, receives handoffs` : slots;
}
