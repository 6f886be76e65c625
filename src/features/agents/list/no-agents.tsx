import { FolderOpen, FolderX } from "lucide-react";
import type { FolderChoice } from "#features/agents/folders/folder-tree.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { FirstAgent } from "#features/agents/agent/first-agent.tsx";

interface NoAgentsProps {
  teamId: string;
  folder: FolderChoice;
  /** Nobody knows that folder. */
  missing: boolean;
  /** Whether the person may arrange agents. */
  arranges: boolean;
  onShowAll: () => void;
}

/** An empty list: nothing lies in the folder, or there never was an agent. */
export function NoAgents({ teamId, folder, missing, arranges, onShowAll }: NoAgentsProps) {
  if (missing) {
    return (
      <EmptyState icon={FolderX} title="This folder does not exist" action={<Button onClick={onShowAll}>Show all agents</Button>}>
        It was deleted, or the address is wrong.
      </EmptyState>
    );
  }
  if (folder === "root") {
    return (
      <EmptyState icon={FolderOpen} title="Every agent is in a folder" action={<Button onClick={onShowAll}>Show all agents</Button>}>
        Agents without a folder appear here.
      </EmptyState>
    );
  }
  if (folder !== undefined) {
    return (
      <EmptyState icon={FolderOpen} title="No agents in this folder" action={<Button onClick={onShowAll}>Show all agents</Button>}>
        {arranges ? "Select agents in the full list, then choose “Move”." : "Builders and above can move agents into folders."}
      </EmptyState>
    );
  }
  return <FirstAgent teamId={teamId} />;
}
