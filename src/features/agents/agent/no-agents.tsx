import { Bot, FolderOpen, FolderX, Loader, SearchX } from "lucide-react";
import type { ReactNode } from "react";
import type { FolderChoice } from "#features/agents/folders/folder-tree.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";

interface NoAgentsProps {
  search: string;
  folder: FolderChoice;
  /** Nobody knows that folder. */
  missing: boolean;
  /** Those of the sample workspace are on their way. */
  coming: boolean;
  /** Creates an agent, for those who may. */
  create: ReactNode;
  /** Whether the person may arrange agents. */
  arranges: boolean;
  onClear: () => void;
  onShowAll: () => void;
}

/** An empty list: no name fits, nothing lies in the folder, or there never was an agent. */
export function NoAgents({ search, folder, missing, coming, create, arranges, onClear, onShowAll }: NoAgentsProps) {
  if (missing) {
    return (
      <EmptyState icon={FolderX} title="There is no such folder" action={<Button onClick={onShowAll}>Show all agents</Button>}>
        Somebody deleted it, or its address is wrong.
      </EmptyState>
    );
  }
  if (search !== "") {
    return (
      <EmptyState icon={SearchX} title="No agent fits" action={<Button onClick={onClear}>Clear the search</Button>}>
        No agent {folder === undefined ? "of this team" : folder === "root" ? "outside the folders" : "in this folder"} has “{search}” in
        its name.
      </EmptyState>
    );
  }
  if (folder === "root") {
    return (
      <EmptyState icon={FolderOpen} title="Every agent is in a folder" action={<Button onClick={onShowAll}>Show all agents</Button>}>
        Here are those that nobody has put into one yet.
      </EmptyState>
    );
  }
  if (folder !== undefined) {
    return (
      <EmptyState icon={FolderOpen} title="No agents in this folder" action={<Button onClick={onShowAll}>Show all agents</Button>}>
        {arranges ? "Select agents in the list of all, then choose “Move”." : "Builders and above put agents into folders."}
      </EmptyState>
    );
  }
  if (coming) {
    return (
      <EmptyState icon={Loader} title="The sample workspace is being made">
        Its agents appear here one after the other, and start their first runs.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={Bot} title="No agents yet" action={create}>
      An agent does one kind of work: it follows instructions that you write, or runs a Python program.
      {arranges ? null : " Builders and above create agents."}
    </EmptyState>
  );
}
