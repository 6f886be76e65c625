import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Combobox } from "#ui/combobox.tsx";
import { cx } from "#ui/cx.ts";
import { useSettled } from "#ui/use-settled.ts";
import { agentOptionsRead, agentRead, queueNameRead, queueOptionsRead } from "./queries.ts";

interface FilterProps {
  teamId: string;
  value: string | null;
  onChange: (value: string | null) => void;
  /** How wide it is in a row of filters. */
  className?: string;
}

/** Finds agents by name while somebody types; nothing is asked before the field is entered. */
export function AgentFilter({ teamId, value, onChange, className }: FilterProps) {
  const search = useNameSearch();
  const found = useQuery({ ...agentOptionsRead(teamId, search.text), enabled: search.asked });
  const chosen = useQuery({ ...agentRead(value ?? ""), enabled: value !== null, retry: false });
  const name = chosen.data?.agent.name ?? (chosen.isError ? "A deleted agent" : "…");
  return (
    <NameFilter
      {...{ search, value, onChange, name, className }}
      label="Agent"
      placeholder="Any agent"
      found={found.data?.agents ?? []}
      loading={found.isFetching}
    />
  );
}

/** As {@link AgentFilter}, of queues. */
export function QueueFilter({ teamId, value, onChange, className }: FilterProps) {
  const search = useNameSearch();
  const found = useQuery({ ...queueOptionsRead(teamId, search.text), enabled: search.asked });
  const chosen = useQuery({ ...queueNameRead(value ?? ""), enabled: value !== null, retry: false });
  const name = chosen.data?.queue.name ?? (chosen.isError ? "A deleted queue" : "…");
  return (
    <NameFilter
      {...{ search, value, onChange, name, className }}
      label="Queue"
      placeholder="Any queue"
      found={found.data?.queues ?? []}
      loading={found.isFetching}
    />
  );
}

function useNameSearch() {
  const [typed, setTyped] = useState("");
  const [asked, setAsked] = useState(false);
  return { text: useSettled(typed.trim(), 150).slice(0, 200), typed, setTyped, asked, ask: () => setAsked(true) };
}

interface NameFilterProps extends Omit<FilterProps, "teamId" | "className"> {
  className: string | undefined;
  search: ReturnType<typeof useNameSearch>;
  label: string;
  placeholder: string;
  /** Of what is chosen, which need not be among those found. */
  name: string;
  found: readonly { readonly id: string; readonly name: string }[];
  loading: boolean;
}

function NameFilter({ search, value, onChange, name, found, className = "sm:w-40", ...rest }: NameFilterProps) {
  const options = found.map((each) => ({ value: each.id, label: each.name }));
  const adds = value !== null && search.typed === "" && !options.some((option) => option.value === value);
  return (
    <div className={cx("w-full min-w-0", className)} onFocus={search.ask}>
      <Combobox
        {...rest}
        options={adds ? [{ value, label: name }, ...options] : options}
        value={value}
        onChange={(next) => {
          search.setTyped("");
          onChange(next);
        }}
        onSearch={search.setTyped}
      />
    </div>
  );
}
