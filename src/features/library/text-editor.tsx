import { useQueryClient } from "@tanstack/react-query";
import { CircleAlert, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { useWrite } from "#api/query.ts";
import { maxContentLength, type TeamFile, updateFileContent } from "#contract/library/files.ts";
import { Button } from "#ui/button.tsx";
import { CodeEditor, type CodeLanguage } from "#ui/code-editor.tsx";
import { usePageActions } from "#ui/page-actions.ts";
import { useShortcuts } from "#ui/shortcuts.ts";
import { toast } from "#ui/toast.ts";
import { extensionOf } from "./file-types.ts";
import { contentOf } from "./queries.ts";
import type { TextDraftState } from "./text-draft.ts";

const languages: Record<string, CodeLanguage> = { ".py": "python", ".md": "markdown" };

interface TextEditorProps {
  teamId: string;
  file: TeamFile;
  stored: string;
  draft: TextDraftState;
}

/** The text itself. Edits are kept in this tab until they are saved; what somebody else stored meanwhile is never lost unsaid. */
export function TextEditor({ teamId, file, stored, draft: { draft, set, saved } }: TextEditorProps) {
  const client = useQueryClient();
  const write = useWrite(updateFileContent);
  const text = draft?.content ?? stored;
  const edited = draft !== undefined && draft.content !== stored;
  const overtaken = edited && draft.base !== stored;
  const tooLong = text.length - maxContentLength;

  const save = async () => {
    if (!edited || write.isPending || tooLong > 0) return;
    const { content } = draft;
    try {
      await write.mutateAsync({ params: { teamId, path: file.path }, body: { content } });
    } catch {
      return; // The notice says why, and the edits stay.
    }
    client.setQueryData(contentOf(teamId, file.path).queryKey, (now) => now && { ...now, content });
    saved(content);
    toast(`${file.name} is saved`);
  };
  const discard = () => {
    const before = draft;
    set(undefined);
    write.reset();
    toast("Your edits are discarded", { undo: () => set(before) });
  };
  useShortcuts("Text", [{ keys: "mod+s", label: "Save", run: () => void save(), whileTyping: true }]);
  usePageActions(edited ? [{ id: "save", label: `Save ${file.name}`, keys: "mod+s", run: () => void save() }] : []);

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      {/* Always there: nothing jumps when the first letter is typed, and no toast covers it. */}
      <div
        role="group"
        aria-label="Edits"
        className="flex h-10 shrink-0 items-center justify-end gap-2 border-b border-line px-3 text-sm md:px-5"
      >
        <span role="status" className={edited ? "me-auto text-ink" : "me-auto text-ink-3"}>
          {edited ? "Unsaved edits" : lengthOf(text)}
        </span>
        {edited ? (
          <>
            <Button tone="quiet" size="sm" onClick={discard}>
              Discard
            </Button>
            <Button tone="primary" size="sm" pending={write.isPending} onClick={() => void save()}>
              Save
            </Button>
          </>
        ) : null}
      </div>
      {write.error ? <Notice tone="failed">Not saved. {write.error.issues[0]?.message ?? write.error.message}</Notice> : null}
      {tooLong > 0 ? (
        <Notice tone="failed">
          This is {tooLong.toLocaleString("en")} characters longer than the {maxContentLength.toLocaleString("en")} that can be saved here.
          Upload a longer file instead.
        </Notice>
      ) : null}
      {overtaken ? (
        <Notice
          tone="waiting"
          action={
            <Button size="sm" onClick={() => set({ content: draft.content, base: stored })}>
              Keep mine
            </Button>
          }
        >
          Somebody changed this file after you began. Saving replaces what they wrote; discarding shows it.
        </Notice>
      ) : null}
      <div className="min-h-0 flex-1">
        <CodeEditor
          fill
          label={`Text of ${file.name}`}
          language={languages[extensionOf(file.name).toLowerCase()] ?? "plain"}
          value={text}
          onChange={(content) => set(content === stored ? undefined : { content, base: draft?.base ?? stored })}
        />
      </div>
    </div>
  );
}

function lengthOf(text: string): string {
  const lines = text === "" ? 0 : text.replace(/\n$/, "").split("\n").length;
  return `${lines.toLocaleString("en")} ${lines === 1 ? "line" : "lines"}, ${text.length.toLocaleString("en")} ${text.length === 1 ? "character" : "characters"}`;
}

function Notice({ tone, action, children }: { tone: "failed" | "waiting"; action?: ReactNode; children: ReactNode }) {
  const Icon = tone === "failed" ? CircleAlert : TriangleAlert;
  return (
    <div
      role="alert"
      className={`flex shrink-0 flex-wrap items-center gap-2 px-3 py-2 text-sm md:px-5 ${tone === "failed" ? "bg-failed-soft text-failed" : "bg-waiting-soft text-waiting"}`}
    >
      <Icon size={16} strokeWidth={1.75} aria-hidden className="shrink-0" />
      <span className="min-w-0 flex-1 basis-60">{children}</span>
      {action}
    </div>
  );
}
