import { afterAll, beforeAll, expect, it } from "vitest";
import { deleteClarityCapture } from "#contract/clarity/captures.ts";
import { getClarityArtifactChatMessages, sendClarityArtifactChatMessage } from "#contract/clarity/chat.ts";
import { getClarityProcess } from "#contract/clarity/processes.ts";
import { getClarityProcessSnapshot, maxSnapshots } from "#contract/clarity/snapshots.ts";
import { patchProcess } from "#server/clarity/processes/processes.store.ts";
import { findLive } from "#server/clarity/snapshots/snapshots.store.ts";
import { captureOf } from "#server/gates/stage/clarity.ts";
import { stageFor } from "#server/gates/stage/stage.ts";
import type { ModelPart, ModelPort } from "#server/engine/models/port.ts";
import { comes } from "#server/testing/patience/comes.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { editTool } from "./edit-tools.ts";

const kind = "current_process" as const;
const renames: ModelPart = {
  type: "call",
  id: "call_1",
  name: editTool,
  arguments: { operations: [{ op: "rename", stepId: "check", title: "Compare it" }] },
};
let asked: PromiseWithResolvers<void>;
let answer: PromiseWithResolvers<void>;
const editor: ModelPort = {
  async *answer() {
    asked.resolve();
    await answer.promise;
    yield renames;
  },
};

let service: TestService;
beforeAll(async () => void (service = await startService({ env: { MODEL_DEFAULT: "editor" }, engine: { models: { editor } } })));
afterAll(() => service.close());

const store = () => service.app.services.store.db;
const shown = (process_id: string) => service.ok(getClarityProcess, { params: { process_id } });

/** An edit that its model has been asked for; `come` answers, and gives what was said. */
async function askedFor(process_id: string) {
  asked = Promise.withResolvers();
  answer = Promise.withResolvers();
  const live = await findLive(store(), process_id, kind);
  const about = { snapshot_kind: kind, baseline_snapshot_id: live?.id ?? "", conversation_id: null, content: "Rename it" };
  const { conversation } = await service.ok(sendClarityArtifactChatMessage, { params: { process_id }, body: about });
  await asked.promise;
  return async () => {
    answer.resolve();
    const params = { process_id, conversation_id: conversation.id };
    return comes("the answer of the model", async () => {
      const found = await service.ok(getClarityArtifactChatMessages, { params });
      return found.conversation.status === "running" ? undefined : found.messages.at(-1)?.body;
    });
  };
}

it("an edit keeps no quote of a capture that was deleted while its model wrote it", async () => {
  const { process_id, capture_id } = await captureOf(stageFor(service));
  const come = await askedFor(process_id);
  await service.ok(deleteClarityCapture, { params: { id: process_id, captureId: capture_id } });
  const said = await come();
  const snapshot_id = said?.kind === "patch" ? said.draft_snapshot_id : null;
  const { snapshot } = await service.ok(getClarityProcessSnapshot, { params: { process_id, kind, snapshot_id: snapshot_id ?? "" } });
  const check = snapshot.data.steps.find(({ id }) => id === "check");
  expect(check).toMatchObject({ title: "Compare it", sources: [{ resolutionStatus: "unresolved", sourceConfidence: "low" }] });
});

it("an edit that waits leaves no error of an earlier generation", async () => {
  const { process_id } = await captureOf(stageFor(service));
  await patchProcess(store(), process_id, { status: "generation_failed", generation_error: "The model is away." });
  await (
    await askedFor(process_id)
  )();
  expect((await shown(process_id)).process).toMatchObject({ status: "review", generation_error: null });
});

it("an edit leaves the last room for versions to the generation that is under way", async () => {
  const { process_id } = await captureOf(stageFor(service));
  await service.pool.query(
    `insert into clarity_snapshots (id, process_id, kind, status, creator_type, data)
     select gen_random_uuid(), process_id, kind, 'historic', creator_type, data from clarity_snapshots, generate_series(1, $2::int)
     where process_id = $1 and kind = $3`,
    [process_id, maxSnapshots - 2, kind],
  );
  await patchProcess(store(), process_id, { status: "generating-current-process" });
  expect(await (await askedFor(process_id))()).toMatchObject({ kind: "error", text: expect.stringContaining("versions") as string });
  await patchProcess(store(), process_id, { status: "complete" });
  expect(await (await askedFor(process_id))()).toMatchObject({ kind: "patch" });
});
