import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { FolderPlus, Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useMay } from "#api/roles.ts";
import { createAgent } from "#contract/agents/agents.ts";
import { useSampleComing } from "#api/sample.ts";
import { AreaTabs } from "#features/agents/area-tabs.tsx";
import { FolderFilter } from "#features/agents/folders/folder-filter.tsx";
import { type FolderTask, FolderTasks } from "#features/agents/folders/folder-tasks.tsx";
import { type FolderChoice, pathTo } from "#features/agents/folders/folder-tree.ts";
import { agentsRead, foldersRead } from "#features/agents/queries.ts";
import { Button } from "#ui/button.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { useGo } from "#ui/link.tsx";
import { usePageActions } from "#ui/page-actions.ts";
import { Page } from "#ui/page.tsx";
import { useShortcuts } from "#ui/shortcuts.ts";
import { AgentTable } from "./agent-table.tsx";
import { NoAgents } from "./no-agents.tsx";

const route = getRouteApi("/_app/t/$teamId/agents/");

interface AgentListProps {
  /** Jobs that go on with what was here; runs are another area. */
  running: ReactNode;
}

export function AgentList({ running }: AgentListProps) {
  const { teamId } = route.useParams();
  const search = route.useSearch();
  const { folder } = search;
  const navigate = route.useNavigate();
  const go = useGo();
  const builds = useMay(createAgent);
  const coming = useSampleComing(teamId);
  const agents = useQuery(agentsRead(teamId, search));
  const known = useQuery(foldersRead(teamId));
  const folders = known.data?.folders ?? [];
  const path = pathTo(folders, folder);
  const [task, setTask] = useState<FolderTask>();

  const newAgent = { to: "/t/$teamId/agents/new", params: { teamId } };
  const create = { keys: "c", label: "New agent", run: () => go(newAgent) };
  const newFolder = () => setTask({ kind: "create", parent: path.at(-1)?.id ?? null });
  const actions = [
    { id: "new-agent", icon: Plus, ...create },
    { id: "new-folder", icon: FolderPlus, label: "New folder", run: newFolder },
  ];
  usePageActions(builds ? actions : []);
  useShortcuts("Agents", builds ? [create] : []);
  // Then the empty page has the button.
  const none = agents.data?.total === 0 && !search.search && !search.health && !folder;
  const show = (to: FolderChoice) =>
    void navigate({ search: ({ folder: _, offset: __, ...kept }) => (to ? { ...kept, folder: to } : kept) });
  const missing = folder !== undefined && folder !== "root" && known.data !== undefined && path.length === 0;

  return (
    <Page
      title="Agents"
      actions={
        builds && !none ? (
          <>
            <Button icon={FolderPlus} onClick={newFolder}>
              New folder
            </Button>
            <LinkButton link={newAgent} tone="primary" icon={Plus}>
              New agent
            </LinkButton>
          </>
        ) : null
      }
    >
      <AreaTabs teamId={teamId} value="agents" />
      {running}
      {known.error && !known.data && agents.data ? (
        <div className="shrink-0 border-b border-line px-3 py-2 md:px-5">
          <ErrorState inline error={known.error} what="the folders" onRetry={() => void known.refetch()} needs="Member" />
        </div>
      ) : null}
      <AgentTable
        // What is selected in one folder is not in another.
        key={folder ?? ""}
        {...{ teamId, search }}
        query={agents}
        filling={coming}
        folders={builds ? folders : []}
        before={
          folders.length > 0 ? <FolderFilter folders={folders} chosen={folder} arranges={builds} onTask={setTask} onChoose={show} /> : null
        }
        empty={<NoAgents teamId={teamId} folder={folder} missing={missing} arranges={builds} onShowAll={() => show(undefined)} />}
      />
      <FolderTasks
        teamId={teamId}
        folders={folders}
        task={task}
        onClose={() => setTask(undefined)}
        onGone={(ids) => {
          if (folder && ids.has(folder)) show(undefined);
        }}
      />
    </Page>
  );
}
