import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Combobox } from "#ui/combobox.tsx";
import { useSettled } from "#ui/use-settled.ts";
import { queueNameRead, queueOptionsRead } from "./queries.ts";

interface QueueFilterProps {
  teamId: string;
  value: string | null;
  onChange: (value: string | null) => void;
}

/** Finds queues by name while somebody types; nothing is asked before the field is entered. */
export function QueueFilter({ teamId, value, onChange }: QueueFilterProps) {
  const [typed, setTyped] = useState("");
  const [asked, setAsked] = useState(false);
  const settled = useSettled(typed.trim(), 150);
  const found = useQuery({ ...queueOptionsRead(teamId, settled.slice(0, 200)), enabled: asked });
  const chosen = useQuery({ ...queueNameRead(value ?? ""), enabled: value !== null, retry: false });
  const options = (found.data?.queues ?? []).map((queue) => ({ value: queue.id, label: queue.name }));
  const label = chosen.data?.queue.name ?? (chosen.isError ? "A deleted queue" : "…");
  const shown =
    value !== null && !options.some((option) => option.value === value) && typed === "" ? [{ value, label }, ...options] : options;
  return (
    <div className="min-w-0 sm:w-40" onFocus={() => setAsked(true)}>
      <Combobox
        label="Queue"
        placeholder="Any queue"
        options={shown}
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
