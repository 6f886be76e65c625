import { useWrite } from "#api/query.ts";
import { type AgentFolderRow, moveAgentsToFolder, updateAgentFolder } from "#contract/agents/agent-folders.ts";
import type { AgentRow } from "#contract/agents/agents.ts";
import { toast, toastFailed } from "#ui/toast.ts";

/** Moves a folder with everything in it, and offers to take that back. */
export function useFolderMove(): (folder: AgentFolderRow, to: string | null) => Promise<void> {
  const update = useWrite(updateAgentFolder);
  const put = (id: string, parent: string | null) => update.mutateAsync({ params: { folder_id: id }, body: { parent_folder_id: parent } });
  return async (folder, to) => {
    if (to === folder.parent_folder_id) return;
    await put(folder.id, to);
    toast(`${folder.name} moved`, { undo: () => void put(folder.id, folder.parent_folder_id).catch(toastFailed) });
  };
}

/** Moves agents into a folder; Undo puts each back where it was. */
export function useAgentMove(teamId: string): (agents: readonly AgentRow[], to: string | null) => Promise<void> {
  const move = useWrite(moveAgentsToFolder);
  const put = (ids: string[], folder_id: string | null) => move.mutateAsync({ params: { teamId }, body: { agent_ids: ids, folder_id } });
  return async (agents, to) => {
    const before = Map.groupBy(agents, (agent) => agent.folder_id);
    const { moved_count: moved } = await put(
      agents.map(({ id }) => id),
      to,
    );
    const back = async () => {
      for (const [folder, those] of before)
        await put(
          those.map(({ id }) => id),
          folder,
        );
    };
    if (moved > 0) toast(moved === 1 ? "1 agent moved" : `${moved} agents moved`, { undo: () => void back().catch(toastFailed) });
  };
}
