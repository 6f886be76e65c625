import { useQuery } from "@tanstack/react-query";
import { Pin } from "lucide-react";
import type { AgentRow } from "#contract/agents/agents.ts";
import type { Revision } from "#contract/agents/revisions.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import type { Column } from "#ui/table-column.ts";
import { Time } from "#ui/time.tsx";
import { AgentKind, kindWord } from "./agent-kind.tsx";
import { revisionRead } from "./queries.ts";
import { nameOf } from "./revision-names.ts";

export function agentColumns(onPin: (agentId: string, pinned: boolean) => void): readonly Column<AgentRow>[] {
  return [
    {
      id: "name",
      header: "Name",
      cell: (row) => (
        <span className="flex items-center gap-2">
          <AgentKind type={row.type} iconOnly />
          <span className="truncate">{row.name}</span>
        </span>
      ),
    },
    { id: "kind", header: "Kind", width: "120px", from: "md", cell: (row) => <span className="text-ink-2">{kindWord(row.type)}</span> },
    { id: "live", header: "Live", width: "clamp(88px, 22vw, 320px)", cell: (row) => <LiveCell row={row} /> },
    { id: "newest", header: "Newest", width: "110px", from: "md", cell: (row) => <NewestCell row={row} /> },
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

function LiveCell({ row }: { row: AgentRow }) {
  const { live_build_id: id, latest_build: latest } = row;
  // The list describes the newest revision only; another one that is live is read by itself.
  const elsewhere = id !== null && id !== latest?.id;
  const other = useQuery({ ...revisionRead(row.id, id ?? ""), enabled: elsewhere });
  if (id === null)
    return (
      <span className="text-ink-3">
        Not live<span className="max-sm:sr-only"> yet</span>
      </span>
    );
  const live: Revision | null | undefined = elsewhere ? other.data?.build : latest;
  if (!live) return other.error ? <span className="text-ink-3">Live</span> : <Skeleton className="w-24" />;
  return (
    <span className="flex min-w-0 gap-2" title={`Revision ${live.revision_number}, ${nameOf(live)}`}>
      <span className="text-ink-3">{live.revision_number}</span>
      <span className="truncate max-sm:sr-only">{nameOf(live)}</span>
    </span>
  );
}

function NewestCell({ row }: { row: AgentRow }) {
  const { live_build_id, latest_build: latest } = row;
  if (!latest || latest.id === live_build_id) return null;
  return (
    <span className="text-ink-2">
      {latest.status === "draft" ? "Draft" : "Earlier"} {latest.revision_number}
    </span>
  );
}
