import { rebasePatch } from "#contract/clarity/edit/guarded-patch.ts";
import { withTitles } from "#contract/clarity/edit/titled-prose.ts";
import type { PatchBody } from "#contract/clarity/chat-message.ts";
import type { SnapshotKind } from "#contract/clarity/snapshot.ts";
import type { ProcessRecord } from "#server/clarity/processes/processes.store.ts";
import { recordProcess } from "#server/clarity/processes/record-process.ts";
import { requireSnapshotRoom } from "#server/clarity/snapshots/require-snapshot.ts";
import { isCurrent, settleProcess } from "#server/clarity/snapshots/settle-snapshot.ts";
import {
  archive,
  findLive,
  findSnapshot,
  insertSnapshot,
  makeLive,
  type SnapshotRecord,
} from "#server/clarity/snapshots/snapshots.store.ts";
import type { Context } from "#server/platform/http/context.ts";
import { insertChatMessage, type MessageRecord, patchChatMessage } from "./chat.store.ts";

interface Pending {
  readonly process: ProcessRecord;
  readonly message: MessageRecord;
  readonly edit: PatchBody;
  readonly kind: SnapshotKind;
}

/**
 * Makes an edit live, or lets go of it, and its draft is archived. What became live since it was made stays: the edit is made there, in the steps that
 * it was made for. It fails, and says why, when one of them has changed. Where nothing became live, the draft itself does. The caller holds the process,
 * and nothing is under way.
 */
export async function decideEdit(context: Context, pending: Pending, decision: "accept" | "decline"): Promise<MessageRecord> {
  const { db } = context;
  const { process, message, edit, kind } = pending;
  const draft = edit.draft_snapshot_id ? await findSnapshot(db, process.id, kind, edit.draft_snapshot_id) : undefined;
  const decided = decision === "decline" ? ({ status: "declined" } as const) : await made(context, pending, draft);
  if (draft?.status === "draft" && !(decided.status === "accepted" && decided.id === draft.id)) {
    await archive(db, draft);
    if (decided.status !== "accepted") await recordProcess(context, process, "clarity_process.version_archived");
  }
  await settleProcess(db, process.id);
  if (decided.status === "failed")
    await insertChatMessage(db, {
      conversation_id: message.conversation_id,
      role: "system",
      baseline_snapshot_id: message.baseline_snapshot_id,
      body: { kind: "info", text: decided.why },
    });
  const snapshot_id = decided.status === "accepted" ? decided.id : null;
  return patchChatMessage(db, message.id, { ...edit, status: decided.status, snapshot_id });
}

type Made = { readonly status: "accepted"; readonly id: string } | { readonly status: "failed"; readonly why: string };

async function made(context: Context, { process, message, edit, kind }: Pending, draft: SnapshotRecord | undefined): Promise<Made> {
  const { db, caller } = context;
  // Somebody made the draft itself live.
  if (draft && draft.status !== "draft") return { status: "accepted", id: draft.id };
  const live = await findLive(db, process.id, kind);
  const baseline = await findSnapshot(db, process.id, kind, message.baseline_snapshot_id);
  const under = baseline && isCurrent(baseline, live) ? baseline : live;
  if (!under) return { status: "failed", why: "There is no version left that this edit could be made in." };
  if (draft?.parent_id === under.id) {
    await makeLive(db, draft);
    await recordProcess(context, process, "clarity_process.version_promoted");
    return { status: "accepted", id: draft.id };
  }
  const result = rebasePatch(under.data.steps, edit.patch);
  if ("failed" in result) {
    const title = under.data.steps.find(({ id }) => id === result.failed.stepId)?.title;
    return {
      status: "failed",
      why: `The edit could not be made${title ? ` in “${title}”` : ""}: ${result.failed.message}. Ask for it again.`,
    };
  }
  await requireSnapshotRoom(db, process.id, kind);
  const values = { process_id: process.id, kind, creator_type: "ai", user_id: caller.userId, parent_id: under.id } as const;
  const data = { ...withTitles(under.data, under.data.steps, result.steps), steps: result.steps };
  const { id } = await insertSnapshot(db, { ...values, current_process_id: under.current_process_id, data }, "live");
  await recordProcess(context, process, "clarity_process.version_saved");
  return { status: "accepted", id };
}
