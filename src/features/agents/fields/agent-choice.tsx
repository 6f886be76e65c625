import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { agentsRead } from "#features/agents/queries.ts";
import { useNameOf } from "#lists/object-choice.tsx";
import { Combobox } from "#ui/combobox.tsx";
import { useOptionSearch } from "#ui/use-option-search.ts";

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
  const { typed, setTyped, search, settling } = useOptionSearch();
  const [asked, setAsked] = useState(false);
  const found = useQuery({ ...agentsRead(teamId, { search }), enabled: asked });
  const name = useNameOf("agent", value);
  const options = (found.data?.agents ?? [])
    .filter(({ id }) => !without.includes(id))
    .map((agent) => ({ value: agent.id, label: agent.name, ...(agent.live_build_id === null ? { note: "not live" } : {}) }));
  const here = value === null || options.some((option) => option.value === value) || typed !== "";
  return (
    <div onFocus={() => setAsked(true)}>
      <Combobox
        options={here ? options : [{ value, label: name }, ...options]}
        value={value}
        onChange={(next) => {
          setTyped("");
          onChange(next);
        }}
        onSearch={setTyped}
        placeholder={placeholder}
        loading={settling || found.isFetching}
      />
    </div>
  );
}
