import { useWrite } from "#api/query.ts";
import { decideClarityArtifactChatPatch } from "#contract/clarity/chat.ts";
import type { ChatMessage, PatchBody } from "#contract/clarity/chat-message.ts";
import { numberOf, versionNouns } from "#features/clarity/version-words.ts";
import { Button } from "#ui/button.tsx";
import { problemOf } from "#ui/problem.ts";
import { Status, type State } from "#ui/status.tsx";
import { toast } from "#ui/toast.ts";
import { BecomesLive } from "./becomes-live.tsx";
import type { ChatPanelProps } from "./chat-panel.tsx";

const states: Readonly<Record<PatchBody["status"], State>> = {
  pending: { look: "asks", word: "Waits for you" },
  accepted: { look: "live", word: "Live" },
  declined: { look: "past", word: "Declined" },
  failed: { look: "failed", word: "Not made" },
};

interface EditCardProps extends Omit<ChatPanelProps, "onClose" | "unsaved"> {
  message: ChatMessage;
  edit: PatchBody;
}

/** An edit that the model proposes: what it does, its draft, and the decision about it. */
export function EditCard({ processId, kind, versions, captures, snapshotId, onShow, onCompare, message, edit }: EditCardProps) {
  const decide = useWrite(decideClarityArtifactChatPatch);
  const lines = edit.summary.split("\n");
  const draft = versions.find(({ id }) => id === edit.draft_snapshot_id);
  const made = versions.find(({ id }) => id === edit.snapshot_id);
  const live = versions.find(({ status }) => status === "live");
  const settle = (decision: "accept" | "decline") =>
    decide.mutate(
      { params: { process_id: processId, message_id: message.id }, body: { decision } },
      {
        onSuccess: ({ message: { body } }) => {
          onShow(undefined);
          if (body.kind === "patch" && body.status === "accepted") toast("The edit is live");
        },
      },
    );
  return (
    <section aria-label="Edit" className="mt-1 rounded-md border border-line">
      <p className="border-b border-line px-3 py-1.5">
        <Status {...states[edit.status]} />
      </p>
      <ul className="flex flex-col gap-1 px-3 py-2">
        {lines.map((line, i) => (
          <li key={`${i} ${line}`} dir="auto" className="break-words">
            {line}
          </li>
        ))}
      </ul>
      {edit.status === "pending" ? (
        <div className="flex flex-wrap gap-2 px-3 pb-3">
          <p className="w-full text-ink-2 empty:hidden">
            <BecomesLive {...{ processId, kind, versions, captures }} baselineId={message.baseline_snapshot_id} />
          </p>
          <Button size="sm" tone="primary" pending={decide.isPending} onClick={() => settle("accept")}>
            Accept and make live
          </Button>
          <Button size="sm" disabled={decide.isPending} onClick={() => settle("decline")}>
            Decline
          </Button>
          {draft && live ? (
            <Button size="sm" tone="quiet" onClick={() => onCompare(live.id, draft.id)}>
              Compare
            </Button>
          ) : null}
          {draft && draft.id !== snapshotId ? (
            <Button size="sm" tone="quiet" onClick={() => onShow(draft.id)}>
              Look at it
            </Button>
          ) : null}
        </div>
      ) : made ? (
        <p className="px-3 pb-2 text-ink-3">
          Became {versionNouns[kind].toLocaleLowerCase("en")} {numberOf(versions, made.id)}
        </p>
      ) : null}
      <div aria-live="polite" className="empty:hidden">
        {decide.error ? <p className="px-3 pb-2 text-failed">{problemOf(decide.error).message}</p> : null}
      </div>
    </section>
  );
}
