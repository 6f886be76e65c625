import { Bot, X } from "lucide-react";
import { pathTo } from "#api/path-to.ts";
import type { BoundRevision } from "#contract/agents/automation-revisions.ts";
import { Button } from "#ui/button.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { AnyLink } from "#ui/link.tsx";
import { MemberFrame, QueueIcon } from "./member-frame.tsx";

interface AgentBindingRowProps {
  teamId: string;
  agentId: string;
  name: string;
  /** Absent: a member that the revision leaves out. */
  binding?: BoundRevision["agents"][number];
  onBind: (() => void) | undefined;
  onUnbind?: (() => void) | undefined;
}

export function AgentBindingRow({ teamId, agentId, name, binding, onBind, onUnbind }: AgentBindingRowProps) {
  const agent = pathTo("/t/$teamId/agents/$agentId", { teamId, agentId });
  return (
    <MemberFrame
      icon={<Bot size={16} strokeWidth={1.75} aria-hidden className="shrink-0 text-ink-3" />}
      name={name}
      link={binding?.deleted ? undefined : agent}
      state={
        binding === undefined ? (
          "Left out: not running"
        ) : binding.deleted ? (
          "Deleted since, and left out"
        ) : (
          <AnyLink
            link={pathTo("/t/$teamId/agents/$agentId/revisions/$buildId", { teamId, agentId, buildId: binding.build_id })}
            className="block truncate rounded-sm hover:underline"
          >
            Revision {binding.build_number.toLocaleString("en")}, {binding.build_name}
          </AnyLink>
        )
      }
      actions={
        <>
          {onBind && !binding?.deleted ? (
            <Button size="sm" aria-label={`${binding ? "Change revision of" : "Include"} ${name}`} onClick={onBind}>
              {binding ? "Change" : "Include"}
            </Button>
          ) : null}
          {onUnbind ? <IconButton icon={X} size="sm" label={`Leave ${name} out`} onClick={onUnbind} /> : null}
        </>
      }
    />
  );
}

interface QueueBindingRowProps {
  teamId: string;
  queueId: string;
  name: string;
  /** Absent: a member that the revision does not route. */
  binding?: BoundRevision["queues"][number];
  /** Who works it; absent for nobody. */
  agentName?: string | undefined;
  onRoute: (() => void) | undefined;
}

export function QueueBindingRow({ teamId, queueId, name, binding, agentName, onRoute }: QueueBindingRowProps) {
  const goes = agentName === undefined ? "Unassigned" : binding?.enabled ? `Goes to ${agentName}` : `Would go to ${agentName}`;
  const named = binding?.name ? `Called “${binding.queue_name}” outside` : "";
  return (
    <MemberFrame
      icon={<QueueIcon />}
      name={name}
      link={binding?.deleted ? undefined : pathTo("/t/$teamId/queues/$queueId", { teamId, queueId })}
      state={
        binding === undefined
          ? "Left out: unassigned"
          : binding.deleted
            ? "Deleted since, and left out"
            : [binding.enabled ? "" : "Paused", goes, named].filter(Boolean).join(" · ")
      }
      actions={
        onRoute && !binding?.deleted ? (
          <Button size="sm" aria-label={`Route ${name}`} onClick={onRoute}>
            Route
          </Button>
        ) : null
      }
    />
  );
}
