import { Bot, FolderOpen, FolderX, Loader } from "lucide-react";
import type { ReactNode } from "react";
import type { FolderChoice } from "#features/agents/folders/folder-tree.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";

interface NoAgentsProps {
  folder: FolderChoice;
  /** Nobody knows that folder. */
  missing: boolean;
  /** Those of the sample workspace are on their way. */
  coming: boolean;
  /** Creates an agent, for those who may. */
  create: ReactNode;
  /** Whether the person may arrange agents. */
  arranges: boolean;
  onShowAll: () => void;
}

/** An empty list: nothing lies in the folder, or there never was an agent. */
export function NoAgents({ folder, missing, coming, create, arranges, onShowAll }: NoAgentsProps) {
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
  if (coming) {
    return (
      <EmptyState icon={Loader} title="Setting up the sample workspace">
        Agents will appear here as they are ready, and start their first runs.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={Bot} title="No agents yet" action={create}>
      An agent does one kind of work. It follows your instructions or runs a Python program.
      {arranges ? null : " Builders and above can create agents."}
    </EmptyState>
  );
}
