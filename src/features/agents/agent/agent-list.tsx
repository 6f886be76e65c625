import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { FolderPlus, Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useMay } from "#api/roles.ts";
import { createAgent } from "#contract/agents/agents.ts";
import { useSampleComing } from "#api/sample.ts";
import { AreaTabs } from "#features/agents/area-tabs.tsx";
import { FolderPicker, FolderRail } from "#features/agents/folders/folder-rail.tsx";
import { type FolderTask, FolderTasks } from "#features/agents/folders/folder-tasks.tsx";
import { type FolderChoice, pathTo } from "#features/agents/folders/folder-tree.ts";
import { agentsPerPage, agentsRead, foldersRead } from "#features/agents/queries.ts";
import { Button } from "#ui/button.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { useGo } from "#ui/link.tsx";
import { usePageActions } from "#ui/page-actions.ts";
import { Page } from "#ui/page.tsx";
import { Pager } from "#ui/pager.tsx";
import { useShortcuts } from "#ui/shortcuts.ts";
import { AgentTable } from "./agent-table.tsx";
import { NoAgents } from "./no-agents.tsx";

const route = getRouteApi("/_app/t/$teamId/agents/");

interface AgentListProps {
  /** Jobs that go on with what was here; runs are another area. */
  running: ReactNode;
  /** The saved views, which every list has. */
  views: ReactNode;
}

export function AgentList({ running, views }: AgentListProps) {
  const { teamId } = route.useParams();
  const { search = "", folder, offset = 0 } = route.useSearch();
  const navigate = route.useNavigate();
  const go = useGo();
  const builds = useMay(createAgent);
  const coming = useSampleComing(teamId);
  const inFolder = folder ? { folder } : {};
  const where = { ...inFolder, ...(search ? { search } : {}) };
  const agents = useQuery(agentsRead(teamId, { ...where, offset }));
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
  const newButton = (
    <LinkButton link={newAgent} tone="primary" icon={Plus}>
      New agent
    </LinkButton>
  );
  // Then the empty page has the button.
  const none = agents.data?.total === 0 && !search && !folder;
  const linkTo = (to: object) => ({ to: "/t/$teamId/agents", params: { teamId }, search: to });
  const folderLink = (to: FolderChoice) => linkTo(to ? { folder: to } : {});
  const show = (to: FolderChoice) => void navigate({ search: to ? { folder: to } : {} });
  const seek = (text: string, step?: { replace: boolean }) =>
    void navigate({ search: { ...inFolder, ...(text ? { search: text } : {}) }, ...step });
  const rail = { folders, chosen: folder, arranges: builds, onTask: setTask };
  const missing = folder !== undefined && folder !== "root" && known.data !== undefined && path.length === 0;
  const title = path.at(-1)?.name ?? (folder === "root" ? "No folder" : missing ? "No such folder" : "Agents");
  const around = path.slice(0, -1).map(({ id, name }) => ({ label: name, link: folderLink(id) }));

  return (
    <Page
      title={title}
      crumbs={folder ? [{ label: "Agents", link: folderLink(undefined) }, ...around] : []}
      actions={
        builds && !none ? (
          <>
            <Button icon={FolderPlus} onClick={newFolder}>
              New folder
            </Button>
            {newButton}
          </>
        ) : null
      }
    >
      <AreaTabs teamId={teamId} value="agents" />
      {running}
      <div className="flex min-h-0 flex-1 max-md:flex-col">
        {known.error && !known.data && agents.data ? (
          <div className="shrink-0 border-line p-3 max-md:border-b md:w-60 md:border-e">
            <ErrorState inline error={known.error} what="the folders" onRetry={() => void known.refetch()} needs="Member" />
          </div>
        ) : folders.length > 0 ? (
          <>
            <FolderRail {...rail} link={folderLink} />
            <FolderPicker {...rail} onChoose={show} />
          </>
        ) : null}
        <AgentTable
          // What is selected in one folder is not in another.
          key={folder ?? ""}
          teamId={teamId}
          query={agents}
          filling={coming}
          views={views}
          search={search}
          folder={folder}
          onSearch={seek}
          folders={builds ? folders : []}
          empty={
            <NoAgents
              search={search}
              folder={folder}
              missing={missing}
              coming={coming}
              create={builds ? newButton : null}
              arranges={builds}
              onClear={() => seek("")}
              onShowAll={() => show(undefined)}
            />
          }
          pager={
            <Pager
              offset={offset}
              limit={agentsPerPage}
              total={agents.data?.total ?? 0}
              link={(to) => linkTo({ ...where, ...(to > 0 ? { offset: to } : {}) })}
            />
          }
        />
      </div>
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
