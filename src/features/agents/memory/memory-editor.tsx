import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { dropDraft, readDraft, useShownDraft, writeDraft } from "#api/drafts.ts";
import { useWrite } from "#api/query.ts";
import { maxMemoryContent, type MemoryFile, putAgentMemoryFile } from "#contract/agents/memory.ts";
import { TextLength } from "#features/agents/text-length.tsx";
import { Button } from "#ui/button.tsx";
import { CodeEditor } from "#ui/code-editor.tsx";
import { useShortcuts } from "#ui/shortcuts.ts";
import { toast } from "#ui/toast.ts";
import { memoryFileRead } from "./memory-queries.ts";

/** Edits, and the generation that they began with: the service refuses them when it is no longer the last one. */
interface Edits {
  readonly content: string;
  readonly base: string;
}

export function MemoryEditor({ agentId, stored }: { agentId: string; stored: MemoryFile }) {
  const { path } = stored;
  const client = useQueryClient();
  const { edits, set, saved } = useEdits(`memory:${agentId}:${path}`);
  const put = useWrite(putAgentMemoryFile);
  const overtaken = edits !== undefined && edits.base !== stored.generation;
  const text = edits?.content ?? stored.content;

  const save = async () => {
    if (!edits || put.isPending || text.length > maxMemoryContent) return;
    const { queryKey } = memoryFileRead(agentId, path);
    try {
      const written = await put.mutateAsync({ params: { agent_id: agentId, path }, body: { content: text, generation: edits.base } });
      client.setQueryData(queryKey, written);
      saved(text, written.generation);
      toast(`${path} saved`);
    } catch {
      // The notice says why; what was stored meanwhile is what decides.
      void client.invalidateQueries({ queryKey });
    }
  };
  const discard = () => {
    set(undefined);
    put.reset();
    toast("Your edits were discarded", { undo: () => set(edits) });
  };
  useShortcuts("Memory file", [{ keys: "mod+s", label: "Save", run: () => void save(), whileTyping: true }]);

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div
        role="group"
        aria-label="Edits"
        className="flex h-10 shrink-0 items-center justify-end gap-2 border-b border-line px-3 text-sm md:px-5"
      >
        <span role="status" className={edits ? "me-auto text-ink" : "me-auto text-ink-3"}>
          {edits ? "Unsaved edits" : <TextLength length={text.length} max={maxMemoryContent} />}
        </span>
        {edits ? (
          <>
            <Button tone="quiet" size="sm" onClick={discard}>
              Discard
            </Button>
            <Button tone="primary" size="sm" pending={put.isPending} onClick={() => void save()}>
              Save
            </Button>
          </>
        ) : null}
      </div>
      {overtaken ? (
        <div role="alert" className="flex flex-wrap items-center gap-2 bg-waiting-soft px-3 py-2 text-sm text-waiting md:px-5">
          <span className="min-w-0 flex-1 basis-60">
            {stored.source_type === "job" ? "A run" : "Somebody else"} changed this file while you were editing. Discard your edits to see
            the current text.
          </span>
          <Button size="sm" onClick={() => set({ content: text, base: stored.generation })}>
            Keep mine
          </Button>
        </div>
      ) : put.error ? (
        <p role="alert" className="bg-failed-soft px-3 py-2 text-sm text-failed md:px-5">
          Not saved. {put.error.issues[0]?.message ?? put.error.message}
        </p>
      ) : text.length > maxMemoryContent ? (
        <p role="alert" className="bg-failed-soft px-3 py-2 text-sm text-failed md:px-5">
          A memory file holds at most {maxMemoryContent.toLocaleString("en")} characters. Shorten it or use a second file.
        </p>
      ) : null}
      <div className="min-h-0 flex-1">
        <CodeEditor
          fill
          label={`Text of ${path}`}
          language="markdown"
          value={text}
          onChange={(content) =>
            set(content === stored.content && !overtaken ? undefined : { content, base: edits?.base ?? stored.generation })
          }
        />
      </div>
    </div>
  );
}

/** Survives a reload of the tab. */
function useEdits(id: string) {
  useShownDraft(id);
  const [edits, setEdits] = useState<Edits | undefined>(() => {
    const { content, base } = readDraft(id) ?? {};
    return typeof content === "string" && typeof base === "string" ? { content, base } : undefined;
  });
  const latest = useRef(edits);
  const set = (next: Edits | undefined) => {
    latest.current = next;
    setEdits(next);
    if (next) writeDraft(id, { ...next }, []);
    else dropDraft(id);
  };
  /** This text is stored as `generation`; what was typed while it was sent stays an edit of it. */
  const saved = (sent: string, generation: string) => {
    const content = latest.current?.content;
    set(content === undefined || content === sent ? undefined : { content, base: generation });
  };
  return { edits, set, saved };
}
