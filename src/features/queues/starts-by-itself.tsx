import { useQuery } from "@tanstack/react-query";
import { queueTriggersRead } from "./queries.ts";

/** Says which agents a queue starts on its own for cases that become pending; nothing where people start them. */
export function StartsByItself({ queueId, count }: { queueId: string; count: number }) {
  const agents = useQuery(queueTriggersRead(queueId)).data?.agents ?? [];
  const started = agents.filter(({ trigger }) => trigger?.enabled && trigger.case_queue_id === queueId).map(({ agent_name }) => agent_name);
  if (started.length === 0) return null;
  const cases = count === 1 ? "a pending case" : `${count.toLocaleString("en")} pending cases`;
  return `This queue then starts ${new Intl.ListFormat("en", { type: "disjunction" }).format(started)} automatically on ${cases}.`;
}
