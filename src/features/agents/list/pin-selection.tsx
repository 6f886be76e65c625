import { Pin, PinOff } from "lucide-react";
import { useState } from "react";
import type { AgentRow } from "#contract/agents/agents.ts";
import { Button } from "#ui/button.tsx";
import { toast } from "#ui/toast.ts";

interface PinSelectionProps {
  rows: readonly AgentRow[];
  selected: ReadonlySet<string>;
  onChange: (ids: ReadonlySet<string>) => void;
  pin: (agentId: string, pinned: boolean) => Promise<boolean>;
}

/** What can be done with the selected agents. Those that fail stay selected. */
export function PinSelection({ rows, selected, onChange, pin }: PinSelectionProps) {
  const [busy, setBusy] = useState(false);
  const chosen = rows.filter(({ id }) => selected.has(id));
  if (chosen.length === 0) return null;
  const all = async (pinned: boolean) => {
    setBusy(true);
    const failed: string[] = [];
    for (const { id } of chosen) if (!(await pin(id, pinned))) failed.push(id);
    const done = chosen.length - failed.length;
    if (done > 0) toast(`${done === 1 ? "1 agent" : `${done} agents`} ${pinned ? "pinned" : "unpinned"}`);
    onChange(new Set(failed));
    setBusy(false);
  };
  return (
    <div className="flex items-center gap-2">
      <span className="text-sm whitespace-nowrap text-ink-2">{chosen.length} selected</span>
      <Button size="sm" icon={Pin} pending={busy} onClick={() => void all(true)}>
        Pin
      </Button>
      <Button size="sm" icon={PinOff} pending={busy} onClick={() => void all(false)}>
        Unpin
      </Button>
    </div>
  );
}
