import { CornerDownLeft } from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";
import { dropDraft, readDraft, useShownDraft, writeDraft } from "#api/drafts.ts";
import { useWrite } from "#api/query.ts";
import { postRunMessage } from "#contract/runs/messages.ts";
import type { RunDetails } from "#contract/runs/run.ts";
import { Button } from "#ui/button.tsx";
import { Keys } from "#ui/kbd.tsx";
import { useMedia } from "#ui/media.ts";
import { useShortcuts } from "#ui/shortcuts.ts";
import { Textarea } from "#ui/textarea.tsx";

/** Writes to the run. What becomes of a message stands at the message itself, in the transcript. */
export function MessageBox({ run, onSent }: { run: RunDetails; onSent: () => void }) {
  const draft = `message-${run.id}`;
  useShownDraft(draft);
  const [text, setText] = useState(() => draftText(draft));
  const input = useRef<HTMLTextAreaElement>(null);
  const post = useWrite(postRunMessage);
  const wide = useMedia("(min-width: 600px)");
  useShortcuts("Run", [{ keys: "m", label: "Write a message", run: () => input.current?.focus() }]);

  const reason = refusalOf(run);
  if (reason) return <p className="border-t border-line px-4 py-3 text-sm text-ink-2 md:px-5">{reason}</p>;
  const change = (next: string) => {
    setText(next);
    writeDraft(draft, { text: next }, []);
  };
  const send = () => {
    if (text.trim() === "" || post.isPending) return input.current?.focus();
    post.mutate(
      { params: { run_id: run.id }, body: { message: text } },
      {
        onSuccess: () => {
          // What was typed behind it while it was sent stays.
          const left = (now: string) => (now.startsWith(text) ? now.slice(text.length).trimStart() : now);
          setText(left);
          const kept = left(draftText(draft));
          if (kept === "") dropDraft(draft);
          else writeDraft(draft, { text: kept }, []);
          onSent();
        },
      },
    );
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) {
      event.preventDefault();
      send();
    } else if (event.key === "Escape") input.current?.blur();
  };
  return (
    <form
      aria-label="Message to the run"
      className="border-t border-line px-3 py-2 md:px-5"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <div className="mx-auto flex max-w-[864px] items-end gap-2">
        <div className="min-w-0 flex-1">
          <Textarea
            ref={input}
            aria-label="Message"
            placeholder={placeholderOf(run, wide)}
            rows={1}
            className="resize-none"
            style={{ maxHeight: "30vh" }}
            value={text}
            onChange={(event) => change(event.target.value)}
            onKeyDown={onKeyDown}
          />
        </div>
        <Button
          type="submit"
          tone={text.trim() === "" ? "secondary" : "primary"}
          icon={CornerDownLeft}
          pending={post.isPending}
          className="max-sm:h-9"
        >
          Send
          <span aria-hidden className="hidden ps-1 md:inline">
            <Keys keys="mod+enter" inverse />
          </span>
        </Button>
      </div>
      <div aria-live="polite" className="mx-auto max-w-[864px] empty:hidden">
        {post.error ? <p className="pt-1 text-sm text-failed">{post.error.issues[0]?.message ?? post.error.message}</p> : null}
      </div>
    </form>
  );
}

function draftText(id: string): string {
  const text = readDraft(id)?.["text"];
  return typeof text === "string" ? text : "";
}

/** Without a model the run is a program. */
function isProgram(run: RunDetails): boolean {
  return run.model === null;
}

function refusalOf(run: RunDetails): string | undefined {
  if (run.agent_deleted) return "The agent of this run was deleted, so the run cannot continue.";
  if (run.agent_team_id !== run.team_id)
    return "The agent of this run moved to another team, and the run follows it. Once it is there, it can receive messages there.";
  if (run.status === "failed") return "You cannot message a failed run. Fix the problem, then run it again.";
  if (isProgram(run) && (run.status === "running" || run.status === "starting"))
    return "A program is running. It can receive messages once it ends.";
  return undefined;
}

/** In one line: a second one would make the box higher when the run begins to wait. */
function placeholderOf(run: RunDetails, wide: boolean): string {
  if (run.status === "waiting") return wide ? "Send a message instead (withdraws the question)" : "Send a message instead";
  if (isProgram(run)) return "Message to run it again";
  if (run.status === "completed") return "Message to continue";
  if (run.status === "interrupted") return "Message to resume";
  return "Message the agent";
}
