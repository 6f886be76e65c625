import { Trash2 } from "lucide-react";
import { pathTo } from "#api/path-to.ts";
import type { getAutomationCurrent } from "#contract/agents/automation-flow.ts";
import type { Reply } from "#contract/endpoint.ts";
import { AgentKind } from "#features/agents/agent-kind.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { Status } from "#ui/status.tsx";
import { MemberFrame, QueueIcon } from "./member-frame.tsx";

type Current = Reply<typeof getAutomationCurrent>;

interface AgentRowProps {
  teamId: string;
  agent: Current["agents"][number];
  /** Whether the automation has an active revision. */
  activated: boolean;
  onDelete: (() => void) | undefined;
}

export function AgentRow({ teamId, agent, activated, onDelete }: AgentRowProps) {
  const { id, name, type, build_number: number } = agent;
  return (
    <MemberFrame
      icon={<AgentKind type={type} iconOnly />}
      name={name}
      link={pathTo("/t/$teamId/agents/$agentId", { teamId, agentId: id })}
      state={
        number === null ? (
          <Status look="idle" word={activated ? "Not running: the active revision leaves it out" : "Not running yet"} />
        ) : (
          <Status look="live" word={`Runs revision ${number.toLocaleString("en")}`} />
        )
      }
      actions={onDelete ? <IconButton icon={Trash2} size="sm" label={`Delete ${name}`} onClick={onDelete} /> : null}
    />
  );
}

interface QueueRowProps {
  teamId: string;
  queue: Current["queues"][number];
  /** Whom the active revision routes it to. */
  agentName: string | undefined;
  /** Whom its cases start now. */
  started: Current["triggers"];
  onDelete: (() => void) | undefined;
}

export function QueueRow({ teamId, queue: { id, name, agent_id, enabled }, agentName, started, onDelete }: QueueRowProps) {
  const others = started.filter((pair) => pair.agent_id !== agent_id).map((pair) => pair.agent_name);
  const idle = enabled && others.length === started.length;
  return (
    <MemberFrame
      icon={<QueueIcon />}
      name={name}
      link={pathTo("/t/$teamId/queues/$queueId", { teamId, queueId: id })}
      state={
        others.length > 0 ? (
          <Status look="live" word={`Starts ${others.join(", ")}, until a revision changes it`} />
        ) : agentName === undefined ? (
          <Status look="idle" word="Unassigned" />
        ) : idle ? (
          <Status look="idle" word={`Goes to ${agentName}, but does not start it`} />
        ) : (
          <Status look={enabled ? "live" : "stopped"} word={enabled ? `Goes to ${agentName}` : `Paused; would go to ${agentName}`} />
        )
      }
      actions={onDelete ? <IconButton icon={Trash2} size="sm" label={`Delete ${name}`} onClick={onDelete} /> : null}
    />
  );
}
