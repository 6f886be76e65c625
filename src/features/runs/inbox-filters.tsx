import { X } from "lucide-react";
import { Button } from "#ui/button.tsx";
import { Toolbar } from "#ui/toolbar.tsx";
import { AgentFilter, QueueFilter } from "./name-filter.tsx";
import type { InboxFilter } from "./queries.ts";

interface InboxFiltersProps {
  teamId: string;
  filter: InboxFilter;
  onChange: (filter: InboxFilter) => void;
}

/** Narrows what waits to one agent, and to the cases of one queue. */
export function InboxFilters({ teamId, filter: { agent, queue }, onChange }: InboxFiltersProps) {
  return (
    <Toolbar label="Filter">
      <AgentFilter teamId={teamId} value={agent ?? null} onChange={(next) => onChange({ queue, agent: next ?? undefined })} />
      <QueueFilter teamId={teamId} value={queue ?? null} onChange={(next) => onChange({ agent, queue: next ?? undefined })} />
      {agent || queue ? (
        <Button tone="quiet" icon={X} onClick={() => onChange({})}>
          Clear
        </Button>
      ) : null}
    </Toolbar>
  );
}
