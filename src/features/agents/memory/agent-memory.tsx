import { putAgentMemoryFile } from "#contract/agents/memory.ts";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { NotebookPen, Plus } from "lucide-react";
import { useState } from "react";
import { useWrite } from "#api/query.ts";
import { useMay } from "#api/roles.ts";
import { type Agent, updateAgent } from "#contract/agents/agents.ts";
import type { MemoryFileEntry } from "#contract/agents/memory.ts";
import type { AgentTabProps } from "#features/agents/agent-tab.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { problemOf } from "#ui/problem.ts";
import { Switch } from "#ui/switch.tsx";
import type { Column } from "#ui/table-column.ts";
import { Table } from "#ui/table.tsx";
import { Time } from "#ui/time.tsx";
import { toast } from "#ui/toast.ts";
import { MemoryFilePanel } from "./memory-file.tsx";
import { memoryLink, memoryRead } from "./memory-queries.ts";
import { MemorySource } from "./memory-source.tsx";
import { NewMemoryFile } from "./new-memory-file.tsx";

const route = getRouteApi("/_app/t/$teamId/agents/$agentId/");

/** What an agent keeps between its runs, and the switch that lets it. */
export function AgentMemory({ teamId, agent }: AgentTabProps) {
  const { open } = route.useSearch();
  return open ? <MemoryFilePanel key={open} teamId={teamId} agent={agent} path={open} /> : <MemoryList teamId={teamId} agent={agent} />;
}

function MemoryList({ teamId, agent }: AgentTabProps) {
  const mayEdit = useMay(putAgentMemoryFile, agent);
  const memory = useQuery(memoryRead(agent.id));
  const [adding, setAdding] = useState(false);
  const add = (
    <Button icon={Plus} onClick={() => setAdding(true)}>
      New file
    </Button>
  );
  return (
    <>
      <div className="flex shrink-0 flex-wrap items-start gap-x-6 gap-y-3 border-b border-line px-3 py-3 md:px-5">
        <div className="min-w-0 flex-1 basis-72">
          <MemorySwitch agent={agent} disabled={!mayEdit} />
        </div>
        {mayEdit && memory.data && memory.data.files.length > 0 ? add : null}
      </div>
      <Loaded query={memory} what="the memory of this agent" needs="Member">
        {({ files }) =>
          files.length === 0 ? (
            <EmptyState icon={NotebookPen} title="Nothing in memory" action={mayEdit ? add : null}>
              {agent.agentic_memory_enabled
                ? "Text files that this agent writes in one run and reads in the next. You can also add what it should know."
                : "Memory is off, so runs do not write here."}
            </EmptyState>
          ) : (
            <Table
              label="Memory files"
              rows={files}
              rowId={(file) => file.path}
              rowLink={(file) => memoryLink(teamId, agent.id, file.path)}
              columns={columns(teamId)}
              total={files.length}
            />
          )
        }
      </Loaded>
      <NewMemoryFile open={adding} onClose={() => setAdding(false)} teamId={teamId} agentId={agent.id} />
    </>
  );
}

function columns(teamId: string): readonly Column<MemoryFileEntry>[] {
  return [
    {
      id: "path",
      header: "File",
      cell: ({ path, name }) => (
        <span className="block truncate" title={path}>
          <span className="text-ink-3">{path.slice(0, path.length - name.length)}</span>
          {name}
        </span>
      ),
    },
    {
      id: "source",
      header: "Written by",
      width: "160px",
      from: "sm",
      cell: (file) => (
        <span className="relative z-1 text-ink-2">
          <MemorySource teamId={teamId} file={file} />
        </span>
      ),
    },
    { id: "when", header: "Changed", width: "110px", align: "end", cell: (file) => <Time at={file.updated_at} /> },
  ];
}

function MemorySwitch({ agent, disabled }: { agent: Agent; disabled: boolean }) {
  const update = useWrite(updateAgent);
  const on = update.isPending ? update.variables.body?.agentic_memory_enabled === true : agent.agentic_memory_enabled === true;
  const turn = (next: boolean) =>
    update.mutate(
      { params: { agent_id: agent.id }, body: { agentic_memory_enabled: next } },
      { onError: (error) => toast(`The memory is still ${next ? "off" : "on"}. ${problemOf(error).message}`, { failed: true }) },
    );
  return (
    <Switch
      label="Memory"
      hint={on ? "Runs read and write these files." : "Off: runs do not read or write these files. You can still read them here."}
      checked={on}
      onChange={turn}
      disabled={disabled}
    />
  );
}
