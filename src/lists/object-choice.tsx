import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { read } from "#api/query.ts";
import { getAgent, listAgents } from "#contract/agents/agents.ts";
import { getQueue, listQueues } from "#contract/queues/queues.ts";
import { Combobox } from "#ui/combobox.tsx";
import { cx } from "#ui/cx.ts";
import { useOptionSearch } from "#ui/use-option-search.ts";

interface ObjectChoiceProps {
  teamId: string;
  of: "agent" | "queue";
  label: string;
  placeholder: string;
  value: string | null;
  onChange: (value: string | null) => void;
  /** How wide it is in a row of filters. */
  className: string;
}

/** Finds an agent or a queue by its name while somebody types; nothing is asked before the field is entered. */
export function ObjectChoice({ teamId, of, value, onChange, className, ...rest }: ObjectChoiceProps) {
  const { typed, setTyped, search, settling } = useOptionSearch();
  const [asked, setAsked] = useState(false);
  const input = { params: { teamId }, query: { limit: 20, ...(search ? { search } : {}) } };
  const asks = (kind: typeof of) => asked && of === kind;
  const agents = useQuery({ ...read(listAgents, input, { keepPrevious: true }), enabled: asks("agent") });
  const queues = useQuery({ ...read(listQueues, input, { keepPrevious: true }), enabled: asks("queue") });
  const found = (of === "agent" ? agents.data?.agents : queues.data?.queues) ?? [];
  const name = useNameOf(of, value);
  const options = found.map((each) => ({ value: each.id, label: each.name }));
  // What is chosen need not be among those found.
  const adds = value !== null && typed === "" && !options.some((option) => option.value === value);
  return (
    <div className={cx("w-full min-w-0", className)} onFocus={() => setAsked(true)}>
      <Combobox
        {...rest}
        loading={settling || agents.isFetching || queues.isFetching}
        from={of === "agent" ? agents : queues}
        options={adds ? [{ value, label: name }, ...options] : options}
        value={value}
        onChange={(next) => {
          setTyped("");
          onChange(next);
        }}
        onSearch={setTyped}
      />
    </div>
  );
}

/** What it is called; what cannot be read has the end of its id for a name. */
export function useNameOf(of: "agent" | "queue", id: string | null): string {
  const options = { staleTime: 600_000, retry: false };
  const asks = (kind: typeof of) => id !== null && of === kind;
  const agent = useQuery({ ...read(getAgent, { params: { agent_id: id ?? "" } }), ...options, enabled: asks("agent") });
  const queue = useQuery({ ...read(getQueue, { params: { queue_id: id ?? "" } }), ...options, enabled: asks("queue") });
  const { error } = of === "agent" ? agent : queue;
  return agent.data?.agent.name ?? queue.data?.queue.name ?? (error && id !== null ? unreadName(of, id, error.status) : "…");
}

function unreadName(of: "agent" | "queue", id: string, status: number): string {
  return status === 404 ? `A deleted ${of}` : `…${id.slice(-6)}`;
}
