import { useQuery } from "@tanstack/react-query";
import { MessageSquarePlus, X } from "lucide-react";
import { useState } from "react";
import type { ClarityCapture } from "#contract/clarity/capture.ts";
import type { SnapshotKind } from "#contract/clarity/snapshot.ts";
import { conversationRead, conversationsRead } from "#features/clarity/queries.ts";
import type { Version } from "#features/clarity/version-words.ts";
import { useHeldKeys } from "#ui/held-keys.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { Select } from "#ui/select.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { ChatComposer } from "./chat-composer.tsx";
import { ChatMessages } from "./chat-messages.tsx";

export interface ChatPanelProps {
  processId: string;
  kind: SnapshotKind;
  /** The newest first. */
  versions: readonly Version[];
  captures: readonly ClarityCapture[];
  /** The version that is shown, and talked about. */
  snapshotId: string;
  /** Edits that are not saved: the model does not know them. */
  unsaved: boolean;
  /** Whether its reader is about to write: the field has the focus once it is there, and what is typed before. */
  writes: boolean;
  /** The title of a step, for a line to write. */
  example: string | undefined;
  onShow: (snapshotId: string | undefined) => void;
  onCompare: (from: string, to: string) => void;
  onClose: () => void;
}

/** A conversation of the caller with the model that edits the steps: the latest one, an earlier one, or another. */
export function ChatPanel(props: ChatPanelProps) {
  const conversations = useQuery(conversationsRead(props.processId, props.kind));
  const [chosen, setChosen] = useState<string | null>();
  const all = conversations.data?.conversations ?? [];
  // Null: another one begins with what is sent next.
  const shown = chosen === undefined ? (all[0]?.id ?? null) : chosen;
  return (
    <aside aria-label="Edit by chat" className="flex min-h-0 flex-1 flex-col border-line lg:w-80 lg:flex-none lg:shrink-0 lg:border-s">
      <div className="flex min-h-[45px] shrink-0 items-center gap-1.5 border-b border-line px-4 py-1.5">
        <h2 className="min-w-0 flex-1 truncate text-sm font-semibold">Edit by chat</h2>
        <IconButton
          icon={MessageSquarePlus}
          label="Another conversation"
          size="sm"
          disabled={shown === null}
          onClick={() => setChosen(null)}
        />
        <IconButton icon={X} label="Close the conversation" size="sm" onClick={props.onClose} />
      </div>
      {all.length > 1 || (shown === null && all.length > 0) ? (
        <div className="shrink-0 border-b border-line px-4 py-2">
          <Select
            aria-label="Conversation"
            options={[
              ...(shown === null ? [{ value: "", label: "Another conversation" }] : []),
              ...all.map(({ id, title }) => ({ value: id, label: title ?? "Conversation" })),
            ]}
            value={shown ?? ""}
            onChange={({ target }) => setChosen(target.value || null)}
          />
        </div>
      ) : null}
      <Loaded query={conversations} what="your conversations" inline skeleton={<Coming {...props} />}>
        {() => <Talk key={shown} {...props} conversationId={shown} onBegun={setChosen} />}
      </Loaded>
    </aside>
  );
}

/** What is typed meanwhile is for the field. */
function Coming({ writes, onClose }: Pick<ChatPanelProps, "writes" | "onClose">) {
  useHeldKeys(writes, onClose);
  return <SkeletonRows />;
}

interface TalkProps extends ChatPanelProps {
  conversationId: string | null;
  onBegun: (conversationId: string) => void;
}

function Talk({ conversationId, onBegun, ...props }: TalkProps) {
  const { processId, kind, versions, snapshotId, unsaved, writes, example } = props;
  const status = versions.find(({ id }) => id === snapshotId)?.status;
  const held = status === "historic" ? "Show the live version to ask about it" : unsaved ? "Save or discard your changes first" : undefined;
  const composer = { processId, kind, snapshotId, conversationId, held, writes, example, onBegun };
  if (conversationId === null)
    return (
      <>
        <div className="min-h-0 flex-1 overflow-y-auto">
          <ChatMessages {...props} messages={[]} running={false} />
        </div>
        <ChatComposer {...composer} status="open" />
      </>
    );
  return <Begun {...props} conversationId={conversationId} composer={composer} />;
}

function Begun({
  conversationId,
  composer,
  ...props
}: ChatPanelProps & { conversationId: string; composer: Omit<Parameters<typeof ChatComposer>[0], "status"> }) {
  const talk = useQuery(conversationRead(props.processId, conversationId));
  return (
    <Loaded query={talk} what="this conversation" inline skeleton={<Coming {...props} />}>
      {({ conversation, messages }) => (
        <>
          <div className="flex min-h-0 flex-1 flex-col-reverse overflow-y-auto">
            <div className="mb-auto">
              <ChatMessages {...props} messages={messages} running={conversation.status === "running"} />
            </div>
          </div>
          <ChatComposer {...composer} status={conversation.status} />
        </>
      )}
    </Loaded>
  );
}
