import { CircleStop, CornerDownLeft, MousePointerClick, X } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useRef, useState } from "react";
import { dropDraft, readDraft, useShownDraft, writeDraft } from "#api/drafts.ts";
import { useWrite } from "#api/query.ts";
import type { Artifact, SelectedElement } from "#contract/dashboards/dashboard.ts";
import { sendDashboardMessage, stopDashboardMessage } from "#contract/dashboards/messages.ts";
import { isBusy, isGenerating } from "#features/dashboards/dashboard-words.ts";
import { Button } from "#ui/button.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { problemOf } from "#ui/problem.ts";
import { useShortcuts } from "#ui/shortcuts.ts";
import { Keys } from "#ui/kbd.tsx";
import { Textarea } from "#ui/textarea.tsx";

interface ComposerProps {
  artifact: Artifact;
  picked: SelectedElement | undefined;
  picking: boolean;
  onPick: (on: boolean) => void;
  onDropPicked: () => void;
  /** A change begins from the version that is looked at. */
  version: string | undefined;
}

/** Asks for a change; while a version is being written it stops that. */
export function Composer({ artifact, picked, picking, onPick, onDropPicked, version }: ComposerProps) {
  const draft = `dashboard-message-${artifact.id}`;
  useShownDraft(draft);
  const [text, setText] = useState(() => draftText(draft));
  const input = useRef<HTMLTextAreaElement>(null);
  const send = useWrite(sendDashboardMessage);
  const stop = useWrite(stopDashboardMessage);
  const busy = isBusy(artifact);
  const params = { artifactId: artifact.id };
  useShortcuts("Dashboard", [
    { keys: "m", label: "Write a message", run: () => input.current?.focus() },
    { keys: "b", label: picking ? "Stop picking a block" : "Pick a block", run: () => onPick(!picking) },
  ]);
  const change = (next: string) => {
    setText(next);
    writeDraft(draft, { text: next }, []);
  };
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (text.trim() === "" || send.isPending || busy) return input.current?.focus();
    send.mutate(
      {
        params,
        body: { message: text.trim(), ...(version && { from_revision_id: version }), ...(picked && { selected_element: picked }) },
      },
      {
        onSuccess: () => {
          setText("");
          dropDraft(draft);
          onDropPicked();
        },
      },
    );
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) {
      event.preventDefault();
      submit();
    } else if (event.key === "Escape") input.current?.blur();
  };
  const error = send.error ?? stop.error;
  return (
    <form aria-label="Message to the agent" className="flex shrink-0 flex-col gap-2 border-t border-line p-3" onSubmit={submit}>
      {picked ? (
        <p className="flex items-center gap-1.5 rounded-sm bg-hover px-2 py-0.5 text-xs text-ink-2">
          <MousePointerClick size={12} strokeWidth={1.75} aria-hidden className="shrink-0" />
          <span className="min-w-0 flex-1 truncate">{picked.label}</span>
          <IconButton icon={X} label={`Remove ${picked.label} from the message`} size="sm" onClick={onDropPicked} />
        </p>
      ) : null}
      <Textarea
        ref={input}
        aria-label="Message"
        rows={2}
        className="resize-none"
        style={{ maxHeight: "30vh" }}
        placeholder={
          isGenerating(artifact)
            ? "Generating. You can stop at any time"
            : busy
              ? "Refreshing. You can stop at any time"
              : "Ask for a change, or pick a block"
        }
        value={text}
        onChange={({ target }) => change(target.value)}
        onKeyDown={onKeyDown}
      />
      <div className="flex items-center justify-between gap-2">
        <Button
          tone="quiet"
          size="sm"
          icon={MousePointerClick}
          aria-pressed={picking}
          disabled={!artifact.html_code_present}
          onClick={() => onPick(!picking)}
        >
          Pick a block
        </Button>
        {busy ? (
          <Button size="sm" icon={CircleStop} pending={stop.isPending} onClick={() => stop.mutate({ params, body: {} })}>
            Stop
          </Button>
        ) : (
          <Button
            type="submit"
            size="sm"
            tone={text.trim() === "" ? "secondary" : "primary"}
            icon={CornerDownLeft}
            pending={send.isPending}
          >
            Send
            <span aria-hidden className="hidden ps-1 md:inline">
              <Keys keys="mod+enter" inverse />
            </span>
          </Button>
        )}
      </div>
      <div aria-live="polite" className="empty:hidden">
        {error ? <p className="text-sm text-failed">{problemOf(error).message}</p> : null}
      </div>
    </form>
  );
}

function draftText(id: string): string {
  const text = readDraft(id)?.["text"];
  return typeof text === "string" ? text : "";
}
