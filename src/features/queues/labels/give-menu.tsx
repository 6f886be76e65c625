import { useQuery } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import type { QueueConsumer } from "#contract/queues/queues.ts";
import { queueAgentsRead } from "#features/queues/queries.ts";
import { Button } from "#ui/button.tsx";
import { Menu } from "#ui/menu.tsx";

interface GiveMenuProps {
  queueId: string;
  side?: "top" | "bottom";
  size?: "sm" | "md";
  onGive: (agent: QueueConsumer) => void;
}

/** The agents that take work from the queue, to give cases to one of them. */
export function GiveMenu({ queueId, size = "md", onGive, ...rest }: GiveMenuProps) {
  const agents = useQuery(queueAgentsRead(queueId));
  const consumers = agents.data?.consumers;
  const again = {
    label: "Try again",
    note: "The agents could not be loaded.",
    stays: true,
    onSelect: () => void agents.refetch(),
  } as const;
  return (
    <Menu
      {...rest}
      trigger={
        <Button size={size} icon={ChevronDown}>
          Assign to
        </Button>
      }
      entries={
        consumers?.length
          ? consumers.map((agent) => ({ label: agent.agent_name, onSelect: () => onGive(agent) }))
          : agents.error
            ? [again]
            : [{ label: "No agent", note: consumers ? "No live agent handles this queue's cases." : "Loading agents.", disabled: true }]
      }
    />
  );
}
