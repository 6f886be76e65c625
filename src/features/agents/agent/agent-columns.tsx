import { notLive, revisionStates } from "#api/states/revision-states.ts";
import { Pin } from "lucide-react";
import type { AgentRow } from "#contract/agents/agents.ts";
import { AgentKind, kindWord } from "#features/agents/agent-kind.tsx";
import { nameOf } from "#features/agents/revision-names.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { Status } from "#ui/status.tsx";
import type { Column } from "#ui/table-column.ts";
import { Time } from "#ui/time.tsx";

export function agentColumns(onPin: (agentId: string, pinned: boolean) => void): readonly Column<AgentRow>[] {
  return [
    {
      id: "name",
      header: "Name",
      wrap: true,
      cell: (row) => (
        <span className="flex items-center gap-2">
          <AgentKind type={row.type} iconOnly />
          <span className="min-w-0 max-sm:line-clamp-2 sm:truncate">{row.name}</span>
        </span>
      ),
    },
    { id: "kind", header: "Kind", width: "120px", from: "md", quiet: true, cell: (row) => kindWord(row.type) },
    {
      id: "live",
      header: "State",
      width: "104px",
      cell: (row) => <Status {...(row.live_build_id === null ? notLive : revisionStates.live)} />,
    },
    { id: "newest", header: "Latest revision", width: "26%", from: "md", cell: (row) => <NewestCell row={row} /> },
    { id: "last-run", header: "Last run", width: "110px", align: "end", from: "sm", cell: (row) => <Time at={row.last_run_at} /> },
    {
      id: "pin",
      header: "Pin",
      width: "64px",
      align: "end",
      cell: (row) => {
        const pinned = row.pinned_at !== null;
        return (
          <IconButton
            icon={Pin}
            size="sm"
            label={pinned ? `Unpin ${row.name}` : `Pin ${row.name}`}
            aria-pressed={pinned}
            onClick={() => onPin(row.id, !pinned)}
            className={pinned ? "relative z-1 align-middle text-accent-ink [&_svg]:fill-current" : "relative z-1 align-middle text-ink-3"}
          />
        );
      },
    },
  ];
}

/** One request draws the list: it names the live revision, and describes the newest. */
function NewestCell({ row: { live_build_id, latest_build: latest } }: { row: AgentRow }) {
  if (!latest) return <span className="text-ink-3">None</span>;
  const word = latest.id === live_build_id ? "" : latest.status === "draft" ? "draft" : "not live";
  return (
    <span className="flex min-w-0 gap-2" title={`Revision ${latest.revision_number}, ${nameOf(latest)}`}>
      <span className="text-ink-3">{latest.revision_number}</span>
      <span className="truncate">{nameOf(latest)}</span>
      {word ? <span className="text-ink-3">{word}</span> : null}
    </span>
  );
}
