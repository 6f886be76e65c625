import { useQuery } from "@tanstack/react-query";
import { CornerDownLeft } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";
import { dropDraft, readDraft, useShownDraft, writeDraft } from "#api/drafts.ts";
import { read, useWrite } from "#api/query.ts";
import { getCapabilities } from "#contract/teams/capabilities.ts";
import { sendClarityArtifactChatMessage } from "#contract/clarity/chat.ts";
import type { Conversation } from "#contract/clarity/chat-message.ts";
import type { SnapshotKind } from "#contract/clarity/snapshot.ts";
import { printedChat } from "#contract/clarity/edit/printed-chat.ts";
import { Button } from "#ui/button.tsx";
import { Disclosure } from "#ui/disclosure.tsx";
import { problemOf } from "#ui/problem.ts";
import { Keys } from "#ui/kbd.tsx";
import { Textarea } from "#ui/textarea.tsx";

interface ChatComposerProps {
  processId: string;
  kind: SnapshotKind;
  snapshotId: string;
  /** Null begins a conversation. */
  conversationId: string | null;
  status: Conversation["status"];
  /** Why nothing can be asked about what is shown. */
  held: string | undefined;
  /** Whether its reader is about to write. */
  writes: boolean;
  /** The title of a step, for a line to write. */
  example: string | undefined;
  onBegun: (conversationId: string) => void;
}

const waits: Readonly<Record<Conversation["status"], string | undefined>> = {
  open: undefined,
  running: "The model is at work",
  waiting_for_patch: "Accept or decline the edit first",
  waiting_for_hitl: "Answer the question first",
};

/** Asks about the steps, or for a change of them. */
export function ChatComposer({
  processId,
  kind,
  snapshotId,
  conversationId,
  status,
  held: heldBy,
  writes,
  example,
  onBegun,
}: ChatComposerProps) {
  const draft = kind === "current_process" ? `clarity-chat-${processId}` : `clarity-chat-${processId}-proposal`;
  useShownDraft(draft);
  const [text, setText] = useState(() => {
    const typed = readDraft(draft)?.["text"];
    return typeof typed === "string" ? typed : "";
  });
  const input = useRef<HTMLTextAreaElement>(null);
  // In the commit that draws it: the keys that were held for it are given to what has the focus then. Who goes through conversations stays there.
  useLayoutEffect(() => {
    const field = input.current;
    if (writes && !field?.closest("aside")?.contains(document.activeElement)) field?.focus();
  }, [writes]);
  const send = useWrite(sendClarityArtifactChatMessage);
  const practice = useQuery(read(getCapabilities)).data?.any_model === false;
  const held = heldBy ?? waits[status];
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    const content = text.trim();
    if (content === "" || send.isPending || held !== undefined) return input.current?.focus();
    const body = { conversation_id: conversationId, snapshot_kind: kind, baseline_snapshot_id: snapshotId, content };
    send.mutate(
      { params: { process_id: processId }, body },
      {
        onSuccess: ({ conversation }) => {
          // What was typed in the time that it took stays.
          setText((now) => (now === text ? "" : now));
          if (readDraft(draft)?.["text"] === text) dropDraft(draft);
          if (conversationId === null) onBegun(conversation.id);
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
  return (
    <form aria-label="Message to the model" className="flex shrink-0 flex-col gap-2 border-t border-line p-3" onSubmit={submit}>
      {practice ? (
        <Disclosure summary="Lines that the practice model follows">
          <dl className="grid max-h-48 gap-y-0.5 overflow-y-auto pt-1 text-xs">
            {printedChat.map(([line, says]) => (
              <div key={line}>
                <dt className="font-mono break-words">{line}</dt>
                <dd className="pb-1 text-ink-3">{says}</dd>
              </div>
            ))}
          </dl>
        </Disclosure>
      ) : null}
      <Textarea
        ref={input}
        aria-label="Message"
        data-takes-held={writes || undefined}
        rows={2}
        maxLength={10_000}
        className="resize-none"
        style={{ maxHeight: "30vh" }}
        placeholder={held ? "" : practice && example !== undefined ? `rename ${example} to …` : "Ask about a step, or for a change"}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          writeDraft(draft, { text: target.value }, []);
        }}
        onKeyDown={onKeyDown}
      />
      <div className="flex items-center justify-between gap-2">
        <span className="min-w-0 text-xs text-ink-3">{held}</span>
        <Button
          type="submit"
          size="sm"
          tone={text.trim() === "" || held ? "secondary" : "primary"}
          icon={CornerDownLeft}
          pending={send.isPending}
        >
          Send
          <span aria-hidden className="hidden ps-1 md:inline">
            <Keys keys="mod+enter" inverse />
          </span>
        </Button>
      </div>
      <div aria-live="polite" className="empty:hidden">
        {send.error ? <p className="text-sm text-failed">{problemOf(send.error).message}</p> : null}
      </div>
    </form>
  );
}
