import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  decideClarityArtifactChatPatch,
  getClarityArtifactChatMessages,
  listClarityArtifactChatConversations,
  maxConversations,
  maxMessages,
  sendClarityArtifactChatMessage,
} from "#contract/clarity/chat.ts";
import type { ChatMessage } from "#contract/clarity/chat-message.ts";
import { applyPatch } from "#contract/clarity/edit/json-patch.ts";
import {
  maxSnapshots,
  listClarityProcessSnapshots,
  promoteClarityProcessSnapshot,
  saveClarityProcessSnapshot,
} from "#contract/clarity/snapshots.ts";
import { getClarityProcess } from "#contract/clarity/processes.ts";
import type { Step } from "#contract/clarity/step.ts";
import { patchProcess } from "#server/clarity/processes/processes.store.ts";
import { findLive, findSnapshot } from "#server/clarity/snapshots/snapshots.store.ts";
import { versionOf } from "#server/gates/stage/clarity.ts";
import { checking } from "#server/gates/stage/clarity-steps.ts";
import { stageFor } from "#server/gates/stage/stage.ts";
import { comes } from "#server/testing/patience/comes.ts";
import { type TestService, startService } from "#server/testing/service.ts";

let service: TestService;
let at: Awaited<ReturnType<typeof versionOf>>;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());
beforeEach(async () => void (at = await versionOf(stageFor(service))));

const kind = "current_process" as const;
const about = () => ({ snapshot_kind: kind, baseline_snapshot_id: at.snapshot_id });
const params = () => ({ process_id: at.process_id });
const send = (content: string, conversation_id: string | null = null, as: "builder" | "owner" = "builder") =>
  service.ok(sendClarityArtifactChatMessage, { params: params(), body: { ...about(), conversation_id, content } }, { as });
const reply = (conversation_id: string, answers: Record<string, string>) =>
  service.ok(sendClarityArtifactChatMessage, { params: params(), body: { ...about(), conversation_id, answers } }, { as: "builder" });
const read = (conversation_id: string) =>
  service.ok(getClarityArtifactChatMessages, { params: { ...params(), conversation_id } }, { as: "builder" });
const answered = (conversation_id: string) =>
  comes("the answer of the model", async () => {
    const found = await read(conversation_id);
    return found.conversation.status === "running" ? undefined : found;
  });
/** What the model says to a first message. */
async function asked(content: string) {
  const { conversation } = await send(content);
  const { conversation: after, messages } = await answered(conversation.id);
  return { id: conversation.id, status: after.status, last: messages.at(-1) };
}
const decide = (message: ChatMessage | undefined, decision: "accept" | "decline") =>
  service.ok(
    decideClarityArtifactChatPatch,
    { params: { ...params(), message_id: message?.id ?? "" }, body: { decision } },
    { as: "builder" },
  );
const store = () => service.app.services.store.db;
const live = async () => findLive(store(), at.process_id, kind);
const stepIn = (steps: readonly Step[] | undefined, id: string) => steps?.find((step) => step.id === id);
const patchOf = (message: ChatMessage | undefined) => {
  if (message?.body.kind !== "patch") throw new Error(`no edit: ${JSON.stringify(message?.body)}`);
  return message.body;
};
const save = async (change: (step: Step) => Step) =>
  service.ok(saveClarityProcessSnapshot, {
    params: { process_id: at.process_id, kind },
    body: { steps: checking().map(change), baselineSnapshotId: at.snapshot_id },
  });

describe("an edit", () => {
  it("is a draft that says what it does, and becomes live when its author accepts it", async () => {
    const { id, status, last } = await asked("rename check to Compare it\nset role of 2 to Owner");
    expect(status).toBe("waiting_for_patch");
    const edit = patchOf(last);
    expect(edit).toMatchObject({
      status: "pending",
      summary: expect.stringMatching(/^Rename .* to Compare it\nSet role/) as string,
      snapshot_id: null,
    });
    const draft = await findSnapshot(store(), at.process_id, kind, edit.draft_snapshot_id ?? "");
    expect(draft).toMatchObject({ status: "draft", parent_id: at.snapshot_id, creator_type: "ai", user_id: service.ids.builder });
    expect(stepIn(draft?.data.steps, "check")).toMatchObject({ title: "Compare it", role: "Owner" });
    // The patch is one by RFC 6902: any reader of the API can apply it.
    expect(applyPatch({ steps: checking() }, edit.patch)).toEqual({ value: { steps: draft?.data.steps } });
    expect((await service.ok(getClarityProcess, { params: params() })).process.status).toBe("review");
    await service.fails(
      decideClarityArtifactChatPatch,
      { params: { ...params(), message_id: last?.id ?? "" }, body: { decision: "accept" } },
      "forbidden",
      {
        as: "member",
      },
    );
    const { conversation, message } = await decide(last, "accept");
    expect(conversation).toMatchObject({ id, status: "open" });
    const now = await live();
    expect(message.body).toMatchObject({ kind: "patch", status: "accepted", snapshot_id: now?.id });
    expect(now).toMatchObject({ id: draft?.id, creator_type: "ai", parent_id: at.snapshot_id });
    expect(stepIn(now?.data.steps, "check")?.title).toBe("Compare it");
    expect((await service.ok(getClarityProcess, { params: params() })).process.status).toBe("complete");
    await service.fails(
      decideClarityArtifactChatPatch,
      { params: { ...params(), message_id: message.id }, body: { decision: "decline" } },
      "already_decided",
      {
        as: "builder",
      },
    );
  });

  it("that is declined changes nothing", async () => {
    const { last } = await asked("remove check");
    const { message } = await decide(last, "decline");
    expect(message.body).toMatchObject({ status: "declined", snapshot_id: null });
    expect((await live())?.id).toBe(at.snapshot_id);
    const { snapshots } = await service.ok(listClarityProcessSnapshots, { params: { ...params(), kind }, query: { limit: 10, offset: 0 } });
    expect(snapshots).toHaveLength(1);
  });

  it("is made in what became live meanwhile, and fails where its own step has changed", async () => {
    const first = await asked("set role of check to Owner");
    const second = await asked("rename check to Compare it");
    await save((step) => (step.id === "check" ? { ...step, title: "Check it twice" } : step));
    expect((await decide(first.last, "accept")).message.body).toMatchObject({ status: "accepted" });
    const now = await live();
    expect(stepIn(now?.data.steps, "check")).toMatchObject({ title: "Check it twice", role: "Owner" });
    expect(await findSnapshot(store(), at.process_id, kind, patchOf(first.last).draft_snapshot_id ?? "")).toBeUndefined();
    expect((await decide(second.last, "accept")).message.body).toMatchObject({ status: "failed", snapshot_id: null });
    expect((await read(second.id)).messages.at(-1)?.body).toMatchObject({
      kind: "info",
      text: expect.stringContaining("Check it twice") as string,
    });
    expect((await live())?.id).toBe(now?.id);
  });

  it("whose draft somebody made live is accepted as it is", async () => {
    const { last } = await asked("rename check to Compare it");
    const snapshot_id = patchOf(last).draft_snapshot_id ?? "";
    await service.ok(promoteClarityProcessSnapshot, { params: { ...params(), kind, snapshot_id } }, { as: "manager" });
    expect((await decide(last, "accept")).message.body).toMatchObject({ status: "accepted", snapshot_id });
    expect((await live())?.id).toBe(snapshot_id);
  });

  it("waits while a generation is under way, and for room", async () => {
    const { last } = await asked("rename check to Compare it");
    await patchProcess(store(), at.process_id, { status: "generating-current-process" });
    const accept = { params: { ...params(), message_id: last?.id ?? "" }, body: { decision: "accept" as const } };
    await service.fails(decideClarityArtifactChatPatch, accept, "process_generating", { as: "builder" });
    await patchProcess(store(), at.process_id, { status: "review" });
    const { snapshot } = await save((step) => (step.id === "paid" ? { ...step, title: "Paid at once" } : step));
    at = { ...at, snapshot_id: snapshot.id };
    await service.pool.query(
      `insert into clarity_snapshots (id, process_id, kind, status, creator_type, data)
       select gen_random_uuid(), process_id, kind, 'historic', creator_type, data from clarity_snapshots, generate_series(1, $2::int) where id = $1`,
      [at.snapshot_id, maxSnapshots],
    );
    await service.fails(decideClarityArtifactChatPatch, accept, "too_many", { as: "builder" });
    const { conversation } = await send("rename check to Compare it again");
    expect((await answered(conversation.id)).messages.at(-1)?.body).toMatchObject({
      kind: "error",
      text: expect.stringContaining("versions") as string,
    });
  });
});

describe("a conversation", () => {
  it("asks, and follows the rest of the lines with the answer", async () => {
    const { id, status, last } = await asked('ask "Which role?" options: Owner, Clerk\nset role of check to {{answer}}');
    expect(status).toBe("waiting_for_hitl");
    expect(last?.body).toMatchObject({
      kind: "hitl_question",
      questions: [{ question: "Which role?", options: [{ label: "Owner" }, { label: "Clerk" }] }],
    });
    const wrong = { params: params(), body: { ...about(), conversation_id: id, answers: { "Who else?": "Owner" } } };
    await service.fails(sendClarityArtifactChatMessage, wrong, "invalid_request", { as: "builder" });
    const both = { params: params(), body: { ...wrong.body, content: "Owner" } };
    await service.fails(sendClarityArtifactChatMessage, both, "invalid_request", { as: "builder" });
    const said = { params: params(), body: { ...about(), conversation_id: id, content: "Owner" } };
    await service.fails(sendClarityArtifactChatMessage, said, "conversation_waits", { as: "builder" });
    await reply(id, { "Which role?": "Owner" });
    const edit = patchOf((await answered(id)).messages.at(-1));
    expect(edit.summary).toContain("to Owner");
    await service.fails(
      sendClarityArtifactChatMessage,
      { ...wrong, body: { ...wrong.body, answers: { "Which role?": "Owner" } } },
      "no_question",
      {
        as: "builder",
      },
    );
    await service.fails(sendClarityArtifactChatMessage, said, "conversation_waits", { as: "builder" });
  });

  it("says what it cannot follow, and why a model failed", async () => {
    const { id, last } = await asked("make it better");
    expect(last).toMatchObject({ role: "assistant", kind: "text" });
    await send("fail The order is unknown", id);
    expect((await answered(id)).messages.at(-1)).toMatchObject({ role: "system", body: { kind: "error", text: "The order is unknown" } });
    await send("break", id);
    const { conversation, messages } = await answered(id);
    expect(messages.at(-1)?.body).toMatchObject({ kind: "error", text: expect.stringContaining("no-such-step") as string });
    expect(conversation).toMatchObject({ status: "open", title: "make it better" });
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "user", "system", "user", "system"]);
  });

  it("is its author's, and about the version that is live", async () => {
    const { id, last } = await asked("rename check to Compare it");
    const list = (as: "builder" | "owner") =>
      service.ok(listClarityArtifactChatConversations, { params: params(), query: { snapshot_kind: kind } }, { as });
    expect((await list("builder")).conversations).toMatchObject([{ id, status: "waiting_for_patch" }]);
    expect((await list("owner")).conversations).toEqual([]);
    await service.fails(getClarityArtifactChatMessages, { params: { ...params(), conversation_id: id } }, "not_found", { as: "owner" });
    const decline = { params: { ...params(), message_id: last?.id ?? "" }, body: { decision: "decline" as const } };
    await service.fails(decideClarityArtifactChatPatch, decline, "not_found", { as: "owner" });
    const strange = { params: params(), body: { ...about(), baseline_snapshot_id: at.process_id, conversation_id: null, content: "Who?" } };
    await service.fails(sendClarityArtifactChatMessage, strange, "invalid_request");
    await service.fails(
      sendClarityArtifactChatMessage,
      { ...strange, body: { ...strange.body, ...about(), conversation_id: id } },
      "not_found",
    );
    await save((step) => (step.id === "check" ? { ...step, title: "Check it twice" } : step));
    await service.fails(sendClarityArtifactChatMessage, { ...strange, body: { ...strange.body, ...about() } }, "overtaken");
  });

  it("has an end, and makes room for further ones", async () => {
    const { id } = await asked("Who does it?");
    await service.pool.query(
      `insert into clarity_messages (id, conversation_id, role, kind, body, baseline_snapshot_id)
       select gen_random_uuid(), $1, 'user', 'text', '{"kind":"text","text":"Who?"}', $2 from generate_series(1, $3::int)`,
      [id, at.snapshot_id, maxMessages - 2],
    );
    const more = { params: params(), body: { ...about(), conversation_id: id, content: "And then?" } };
    await service.fails(sendClarityArtifactChatMessage, more, "too_many", { as: "builder" });
    await service.pool.query(
      `insert into clarity_conversations (id, process_id, user_id, snapshot_kind, updated_at)
       select gen_random_uuid(), $1, $2, 'current_process', now() + interval '1 minute' from generate_series(2, $3::int)`,
      [at.process_id, service.ids.builder, maxConversations],
    );
    const { conversation } = await send("Who does it?");
    expect(conversation.id).not.toBe(id);
    await service.fails(getClarityArtifactChatMessages, { params: { ...params(), conversation_id: id } }, "not_found", { as: "builder" });
  });
});
