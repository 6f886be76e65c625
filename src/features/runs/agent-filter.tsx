import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Combobox } from "#ui/combobox.tsx";
import { agentOptionsRead, agentRead } from "./queries.ts";
import { useSettled } from "#ui/use-settled.ts";

/** Finds agents by name while somebody types; nothing is asked before the field is entered. */
export function AgentFilter({
  teamId,
  value,
  onChange,
}: {
  teamId: string;
  value: string | null;
  onChange: (value: string | null) => void;
}) {
  const [typed, setTyped] = useState("");
  const [asked, setAsked] = useState(false);
  const settled = useSettled(typed.trim(), 150);
  const found = useQuery({ ...agentOptionsRead(teamId, settled.slice(0, 200)), enabled: asked });
  const chosen = useQuery({ ...agentRead(value ?? ""), enabled: value !== null, retry: false });
  const options = (found.data?.agents ?? []).map((agent) => ({ value: agent.id, label: agent.name }));
  const label = chosen.data?.agent.name ?? (chosen.isError ? "A deleted agent" : "…");
  const all =
    value !== null && !options.some((option) => option.value === value) && typed === "" ? [{ value, label }, ...options] : options;
  return (
    <div className="min-w-0 sm:w-40" onFocus={() => setAsked(true)}>
      <Combobox
        label="Agent"
        placeholder="Any agent"
        options={all}
        value={value}
        onChange={(next) => {
          setTyped("");
          onChange(next);
        }}
        onSearch={setTyped}
        loading={found.isFetching}
      />
    </div>
  );
}
