import { afterAll, beforeAll, expect, it } from "vitest";
import { completeClarityCapture, createClarityCaptureUploadUrl, listClarityEvidence } from "#contract/clarity/captures.ts";
import { findingsOf } from "#contract/clarity/flow/findings.ts";
import { generateClarityProcessSnapshot } from "#contract/clarity/generation.ts";
import { readNotation } from "#contract/clarity/notation/read-notation.ts";
import { orderQuestionsOf } from "#contract/clarity/order-question.ts";
import { createClarityProcess, getClarityProcess } from "#contract/clarity/processes.ts";
import { replayOn, replayTelling } from "#contract/clarity/replay/replay-story.ts";
import { sampleProcess } from "#contract/clarity/sample-process.ts";
import { getClarityProcessSnapshot } from "#contract/clarity/snapshots.ts";
import { comes } from "#server/testing/patience/comes.ts";
import { type TestService, startService } from "#server/testing/service.ts";

let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

const kind = "current_process" as const;

it("the captures of the sample process become a sound process with one question, and one of them tells another order", async () => {
  const { process } = await service.ok(createClarityProcess, { params: { teamId: service.teamId }, body: { name: sampleProcess.name } });
  const process_id = process.id;
  const units = [];
  for (const { fileName, text } of sampleProcess.captures) {
    const body = { file_name: fileName };
    const { signed_url, capture_id } = await service.ok(createClarityCaptureUploadUrl, { params: { process_id }, body });
    await fetch(signed_url, { method: "PUT", body: text });
    const params = { process_id, capture_id };
    expect((await service.ok(completeClarityCapture, { params })).capture.status).toBe("complete");
    const { evidence } = await service.ok(listClarityEvidence, { params, query: { limit: 500, offset: 0 } });
    units.push(...evidence.map((unit) => ({ ...unit, captureId: capture_id })));
  }
  await service.ok(generateClarityProcessSnapshot, { params: { process_id, kind } });
  const shown = await comes("the draft", async () => {
    const found = await service.ok(getClarityProcess, { params: { process_id }, query: { captures: "lite" } });
    return found.process.generation_progress === null ? found : undefined;
  });
  expect(shown.process).toMatchObject({ status: "review", generation_error: null });
  expect(shown.captures.map(({ type }) => type)).toEqual(["document", "video", "video"]);
  const [draft] = shown.current_process_versions;
  const params = { process_id, kind, snapshot_id: draft?.id ?? "" };
  const { steps, summary } = (await service.ok(getClarityProcessSnapshot, { params })).snapshot.data;

  expect(findingsOf(steps)).toEqual([]);
  expect(steps).toHaveLength(18);
  expect(new Set(steps.flatMap(({ role }) => role ?? []))).toEqual(new Set(["AP clerk", "Budget owner", "Treasury", "Head of finance"]));
  expect(summary).toContain(
    "The practice model read 34 of 46 lines: those written as “1. Clerk: check invoice in Ledger”. The others are kept as evidence.",
  );
  expect(orderQuestionsOf(steps)).toMatchObject([{ question: "Is “Match invoice to order” done before “Approve invoice”, or after?" }]);
  expect(new Set(steps.flatMap(({ openQuestions }) => openQuestions ?? [])).size).toBe(1);
  const quoted = steps.flatMap(({ sources }) => sources);
  expect(quoted.every(({ resolutionStatus }) => resolutionStatus === "resolved")).toBe(true);
  expect(new Set(quoted.map(({ attribution }) => attribution))).toEqual(
    new Set(["AP handbook.md", "AP clerk, AP interview.vtt", "Treasury, Payment run on screen.vtt"]),
  );

  const replay = replayOn(steps);
  const told = readNotation(units).tellings.map((telling) => [telling.person, replayTelling(replay, telling)?.stop?.stepId]);
  expect(told).toEqual([
    [null, undefined],
    ["AP clerk", "step-approve-invoice"],
    ["Treasury", undefined],
  ]);
});
