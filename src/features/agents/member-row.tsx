import { Trash2 } from "lucide-react";
import type { getAutomationCurrent } from "#contract/agents/automation-flow.ts";
import type { Reply } from "#contract/endpoint.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { Status } from "#ui/status.tsx";
import { AgentKind } from "./agent-kind.tsx";
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
      link={`/t/${teamId}/agents/${id}`}
      state={
        number === null ? (
          <Status value="not_live" word={activated ? "Does not run: the active revision leaves it out" : "Does not run yet"} />
        ) : (
          <Status value="live" word={`Runs revision ${number.toLocaleString("en")}`} />
        )
      }
      actions={onDelete ? <IconButton icon={Trash2} size="sm" label={`Delete ${name}`} onClick={onDelete} /> : null}
    />
  );
}

interface QueueRowProps {
  teamId: string;
  queue: Current["queues"][number];
  /** Who works it. */
  agentName: string | undefined;
  onDelete: (() => void) | undefined;
}

export function QueueRow({ teamId, queue: { id, name, enabled }, agentName, onDelete }: QueueRowProps) {
  return (
    <MemberFrame
      icon={<QueueIcon />}
      name={name}
      link={`/t/${teamId}/queues/${id}`}
      state={
        agentName === undefined ? (
          <Status value="not_live" word="Goes to nobody" />
        ) : (
          <Status value={enabled ? "live" : "interrupted"} word={enabled ? `Goes to ${agentName}` : `Paused; would go to ${agentName}`} />
        )
      }
      actions={onDelete ? <IconButton icon={Trash2} size="sm" label={`Delete ${name}`} onClick={onDelete} /> : null}
    />
  );
}
