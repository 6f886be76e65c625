import { putAgentMemoryFile } from "#contract/agents/memory.ts";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, FileQuestion } from "lucide-react";
import { useMay } from "#api/roles.ts";
import type { AgentTabProps } from "#features/agents/agent-tab.ts";
import { CodeEditor } from "#ui/code-editor.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { Time } from "#ui/time.tsx";
import { MemoryEditor } from "./memory-editor.tsx";
import { memoryFileRead, memoryLink } from "./memory-queries.ts";
import { MemorySource } from "./memory-source.tsx";

type MemoryFileProps = AgentTabProps & { path: string };

/** One memory file: who wrote it, and its text. */
export function MemoryFilePanel({ teamId, agent, path }: MemoryFileProps) {
  const mayEdit = useMay(putAgentMemoryFile, agent);
  const file = useQuery(memoryFileRead(agent.id, path));
  const back = memoryLink(teamId, agent.id);
  const { data } = file;
  const gone = file.error?.status === 404;
  return (
    <>
      <div className="flex h-10 shrink-0 items-center gap-x-4 border-b border-line px-3 text-sm text-ink-2 md:px-5">
        <LinkButton link={back} icon={ArrowLeft} tone="quiet" size="sm" className="-ms-2 shrink-0">
          Memory
        </LinkButton>
        <h2 className="min-w-0 truncate font-medium text-ink" title={path}>
          {path}
        </h2>
        {data && !gone ? (
          <span className="shrink-0 max-sm:hidden">
            <MemorySource teamId={teamId} file={data} />, <Time at={data.source_updated_at} />
          </span>
        ) : null}
      </div>
      {gone ? (
        <EmptyState icon={FileQuestion} title="This file does not exist" action={<LinkButton link={back}>Back to the memory</LinkButton>}>
          <code className="break-all">{path}</code> was deleted by a run, or it never existed.
        </EmptyState>
      ) : (
        <Loaded query={file} what="this memory file" needs="Member">
          {(stored) =>
            mayEdit ? (
              <MemoryEditor agentId={agent.id} stored={stored} />
            ) : (
              <div className="min-h-0 flex-1">
                <CodeEditor fill readOnly label={`Text of ${path}`} language="markdown" value={stored.content} />
              </div>
            )
          }
        </Loaded>
      )}
    </>
  );
}
