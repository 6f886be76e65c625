import { FolderInput } from "lucide-react";
import { useState } from "react";
import type { AgentFolderRow } from "#contract/agents/agent-folders.ts";
import type { AgentRow } from "#contract/agents/agents.ts";
import { MoveDialog } from "#features/agents/folders/move-dialog.tsx";
import { useAgentMove } from "#features/agents/folders/use-folder-moves.ts";
import { Button } from "#ui/button.tsx";

interface MoveSelectionProps {
  teamId: string;
  folders: readonly AgentFolderRow[];
  agents: readonly AgentRow[];
  onMoved: () => void;
}

/** Puts the selected agents into a folder. */
export function MoveSelection({ teamId, folders, agents, onMoved }: MoveSelectionProps) {
  const [open, setOpen] = useState(false);
  const move = useAgentMove(teamId);
  if (agents.length === 0 || folders.length === 0) return null;
  const [first] = agents;
  const together = agents.every((agent) => agent.folder_id === first?.folder_id);
  const what = agents.length === 1 ? (first?.name ?? "") : `${agents.length} agents`;
  return (
    <>
      <Button size="sm" icon={FolderInput} onClick={() => setOpen(true)}>
        {agents.length === 1 ? "Move…" : `Move ${agents.length}…`}
      </Button>
      <MoveDialog
        open={open}
        onClose={() => setOpen(false)}
        title={`Move ${what}`}
        folders={folders}
        from={together ? (first?.folder_id ?? null) : null}
        onMove={async (to) => {
          await move(agents, to);
          onMoved();
        }}
      />
    </>
  );
}
