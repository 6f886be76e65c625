import { notLive, revisionStates } from "#api/states/revision-states.ts";
import { Pin } from "lucide-react";
import type { agentColumns } from "#contract/agents/agent-export.ts";
import type { AgentRow } from "#contract/agents/agents.ts";
import { AgentKind, kindWord } from "#features/agents/agent-kind.tsx";
import { nameOf } from "#features/agents/revision-names.ts";
import type { Cells } from "#lists/list-columns.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { Status } from "#ui/status.tsx";
import { Time } from "#ui/time.tsx";

/** `reviewed`: agents with a change that waits for the caller. */
export function agentCells(
  onPin: (agentId: string, pinned: boolean) => void,
  reviewed: ReadonlySet<string>,
): Cells<typeof agentColumns, AgentRow> {
  return {
    name: (row) => (
      <span className="flex items-center gap-2">
        <AgentKind type={row.type} iconOnly />
        <span className="min-w-0 truncate">{row.name}</span>
      </span>
    ),
    kind: (row) => kindWord(row.type),
    live: (row) => <LiveState row={row} />,
    newest: (row) => <NewestCell row={row} waits={reviewed.has(row.id)} />,
    "last-run": (row) => <Time at={row.last_run_at} />,
    pin: (row) => {
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
  };
}
/** On a phone, where only the name has a column. */
export function agentLine(row: AgentRow, waits: boolean) {
  return (
    <>
      {waits ? <Status {...reviewState} /> : <LiveState row={row} />}
      {row.last_run_at ? " · ran " : null}
      {row.last_run_at ? <Time at={row.last_run_at} /> : null}
    </>
  );
}

const reviewState = { look: "asks", word: "Waits for review" } as const;

function LiveState({ row }: { row: AgentRow }) {
  return <Status {...(row.live_build_id === null ? notLive : revisionStates.live)} />;
}

/** One request draws the list: it names the live revision, and describes the newest. */
function NewestCell({ row: { live_build_id, latest_build: latest }, waits }: { row: AgentRow; waits: boolean }) {
  if (!latest) return <span className="text-ink-3">None</span>;
  const word = latest.id === live_build_id ? "" : latest.status === "draft" ? "draft" : "not live";
  return (
    <span className="flex min-w-0 gap-2" title={`Revision ${latest.revision_number}, ${nameOf(latest)}`}>
      <span className="text-ink-3">{latest.revision_number}</span>
      <span className="truncate">{nameOf(latest)}</span>
      {waits ? <Status {...reviewState} /> : word ? <span className="text-ink-3">{word}</span> : null}
    </span>
  );
}
