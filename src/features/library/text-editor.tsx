import { CircleAlert, TriangleAlert } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import type { ApiError } from "#api/client.ts";
import { maxContentLength } from "#contract/library/files.ts";
import { Button } from "#ui/button.tsx";
import { CodeEditor, type CodeLanguage } from "#ui/code-editor.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { DiffView } from "#ui/diff-view.tsx";
import { usePageActions } from "#ui/page-actions.ts";
import { useShortcuts } from "#ui/shortcuts.ts";
import { toast } from "#ui/toast.ts";
import { extensionOf } from "./file-types.ts";
import type { TextDraftState } from "./text-draft.ts";

const languages: Record<string, CodeLanguage> = { ".py": "python", ".md": "markdown" };

/** The text in the store; `version` where the store counts them. */
export interface StoredText {
  readonly content: string;
  readonly version?: number | undefined;
}

/** How a text is saved. */
export interface TextWrite {
  readonly pending: boolean;
  readonly error: ApiError | null;
  reset(): void;
  /** Saves over the version that the edits began with and returns the version after it. Rejects when nothing was written. */
  send(content: string, version: number | undefined): Promise<number | undefined>;
}

interface TextEditorProps {
  name: string;
  stored: StoredText;
  draft: TextDraftState;
  write: TextWrite;
}

/** The text itself. Edits are kept in this tab until they are saved; what somebody else stored meanwhile is never lost unsaid. */
export function TextEditor({ name, stored, draft: { draft, set, saved }, write }: TextEditorProps) {
  const [comparing, setComparing] = useState(false);
  const compare = useRef<HTMLButtonElement>(null);
  const text = draft?.content ?? stored.content;
  const edited = draft !== undefined && draft.content !== stored.content;
  const overtaken = edited && draft.base !== stored.content;
  const tooLong = text.length - maxContentLength;

  const save = async () => {
    if (!edited || write.pending || tooLong > 0) return;
    // It would be refused again: a person has to decide first.
    if (overtaken) return compare.current?.focus();
    const { content } = draft;
    try {
      saved(content, await write.send(content, draft.version));
    } catch {
      return; // The notice says why, and the edits stay.
    }
    toast(`${name} saved`);
  };
  const discard = () => {
    const before = draft;
    set(undefined);
    write.reset();
    toast("Your edits were discarded", { undo: () => set(before) });
  };
  const keepMine = () => {
    write.reset();
    setComparing(false);
    set({ content: text, base: stored.content, version: stored.version });
  };
  useShortcuts("Text", [{ keys: "mod+s", label: "Save", run: () => void save(), whileTyping: true }]);
  usePageActions(edited && !overtaken ? [{ id: "save", label: `Save ${name}`, keys: "mod+s", decides: true, run: () => void save() }] : []);

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
            {overtaken ? null : (
              <Button tone="primary" size="sm" pending={write.pending} onClick={() => void save()}>
                Save
              </Button>
            )}
          </>
        ) : null}
      </div>
      {write.error && !(overtaken && write.error.code === "version_conflict") ? (
        <Notice tone="failed">Not saved. {write.error.issues[0]?.message ?? write.error.message}</Notice>
      ) : null}
      {tooLong > 0 ? (
        <Notice tone="failed">
          This is {tooLong.toLocaleString("en")} characters longer than the {maxContentLength.toLocaleString("en")} that can be saved here.
          Upload longer files instead.
        </Notice>
      ) : null}
      {overtaken ? (
        <Notice
          tone="waiting"
          action={
            <Button ref={compare} tone="primary" size="sm" onClick={() => setComparing(true)}>
              Compare
            </Button>
          }
        >
          This file was changed elsewhere while you were editing. Your text is kept here and not saved.
        </Notice>
      ) : null}
      <div className="min-h-0 flex-1">
        <CodeEditor
          fill
          label={`Text of ${name}`}
          language={languages[extensionOf(name).toLowerCase()] ?? "plain"}
          value={text}
          onChange={(content) =>
            set(content === stored.content ? undefined : { base: stored.content, version: stored.version, ...draft, content })
          }
        />
      </div>
      <Dialog
        open={comparing && overtaken}
        onClose={() => setComparing(false)}
        size="lg"
        title="Theirs and yours"
        description="The version somebody else saved, and yours."
      >
        <DiffView before={stored.content} after={text} label={name} layout="split" beforeTitle="Theirs" afterTitle="Yours" />
        <div className="mt-4 flex flex-wrap justify-end gap-2">
          <Button
            onClick={() => {
              setComparing(false);
              discard();
            }}
          >
            Take theirs
          </Button>
          <Button tone="primary" onClick={keepMine}>
            Keep mine
          </Button>
        </div>
      </Dialog>
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
