import { Workflow } from "lucide-react";
import { pathTo } from "#api/path-to.ts";
import type { QueueRouting, QueueTriggerAgent } from "#contract/queues/queue-triggers.ts";
import { AnyLink } from "#ui/link.tsx";
import { Warning } from "./trigger-problems.tsx";
import { routingInWords } from "./trigger-words.ts";

interface RoutingProps {
  teamId: string;
  routing: QueueRouting;
}

/** Beside a trigger: what decides about it. */
export function RoutedBy({ teamId, routing }: RoutingProps) {
  return (
    <span className="text-sm text-ink-2">
      Set by <RevisionLink teamId={teamId} routing={routing} />
    </span>
  );
}

interface RoutingNoteProps extends RoutingProps {
  queueId: string;
  agents: readonly QueueTriggerAgent[];
}

/** Above the agents of a queue: that an automation decides whom it starts, whether it does, and where that is changed. */
export function RoutingNote({ teamId, queueId, routing, agents }: RoutingNoteProps) {
  const meant = agents.find(({ agent_id }) => agent_id === routing.agent_id);
  const started = meant?.trigger?.enabled === true && meant.trigger.case_queue_id === queueId;
  const idle = routing.enabled && routing.agent_id !== null && !started;
  return (
    <p className="flex items-start gap-2 rounded-md border border-line bg-sunken px-3 py-2 text-sm">
      <Workflow size={16} strokeWidth={1.75} aria-hidden className="mt-0.5 shrink-0 text-ink-3" />
      <span className="min-w-0">
        <RevisionLink teamId={teamId} routing={routing} /> {routingInWords(routing)}. Change the routing in a draft of the automation.
        {idle ? (
          <Warning>
            {meant?.consumes
              ? `${routing.agent_name} does not run automatically yet: its trigger is paused.`
              : `${routing.agent_name} does not start: its live revision does not handle cases from here.`}
          </Warning>
        ) : null}
      </span>
    </p>
  );
}

function RevisionLink({ teamId, routing: { automation_id, automation_name, revision_id, revision_number } }: RoutingProps) {
  return (
    <AnyLink
      link={pathTo("/t/$teamId/automations/$automationId/revisions/$revisionId", {
        teamId,
        automationId: automation_id,
        revisionId: revision_id,
      })}
      className="rounded-sm font-medium underline underline-offset-2"
    >
      Revision {revision_number.toLocaleString("en")} of {automation_name}
    </AnyLink>
  );
}
