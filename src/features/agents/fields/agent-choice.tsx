import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { agentRead, agentsRead } from "#features/agents/queries.ts";
import { Combobox } from "#ui/combobox.tsx";
import { useSettled } from "#ui/use-settled.ts";

interface AgentChoiceProps {
  teamId: string;
  /** Agents that are no choice: the one it is for, and those chosen before. */
  without: readonly string[];
  value: string | null;
  onChange: (agentId: string | null) => void;
  placeholder: string;
}

/** One agent of the team, found by its name. */
export function AgentChoice({ teamId, without, value, onChange, placeholder }: AgentChoiceProps) {
  const [typed, setTyped] = useState("");
  const [asked, setAsked] = useState(false);
  const settled = useSettled(typed.trim(), 150);
  const found = useQuery({ ...agentsRead(teamId, { search: settled.slice(0, 200) }), enabled: asked });
  const name = useAgentName(value);
  const options = (found.data?.agents ?? [])
    .filter(({ id }) => !without.includes(id))
    .map((agent) => ({ value: agent.id, label: agent.name, ...(agent.live_build_id === null ? { note: "not live" } : {}) }));
  const here = value === null || options.some((option) => option.value === value) || typed !== "";
  return (
    <div onFocus={() => setAsked(true)}>
      <Combobox
        options={here ? options : [{ value, label: name ?? "…" }, ...options]}
        value={value}
        onChange={(next) => {
          setTyped("");
          onChange(next);
        }}
        onSearch={setTyped}
        placeholder={placeholder}
        loading={found.isFetching}
      />
    </div>
  );
}

/** What an agent is called; undefined while that is not known. */
export function useAgentName(agentId: string | null): string | undefined {
  const agent = useQuery({ ...agentRead(agentId ?? ""), enabled: agentId !== null, retry: false });
  return agent.data?.agent.name ?? (agent.isError ? "A deleted agent" : undefined);
}
