import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { respondToCaseApprovalRequest } from "#contract/queues/case-approvals.ts";
import { fakeBrowser, fakeFetch, reply } from "#api/fake-browser.ts";

fakeBrowser();
const { sendDecisions, sendUnsent, undoTime, wait } = await import("./decide.ts");
const decisions = await import("./held.ts");

let sent: ReturnType<typeof fakeFetch>;
beforeEach(() => {
  vi.useFakeTimers();
  sent = fakeFetch();
});
afterEach(() => void vi.useRealTimers());

it("what the service did not answer to is sent until it does: as soon as it answers to something else, and then now and then", async () => {
  const { name, method, path, changes } = respondToCaseApprovalRequest;
  const input = { params: { request_id: "1" }, body: { decision: "approved" } };
  const words = { about: "1", doing: "Approving", done: "Approved", what: "Pay it?", href: "/" };
  const request = { endpoint: { name, method, path, changes }, input, drafts: [], refusals: {} };
  decisions.show([wait({ ...words, request, client: new QueryClient() }, undoTime)]);
  const state = () => decisions.held[0]?.state;

  await vi.advanceTimersByTimeAsync(undoTime);
  expect([state(), sent.length]).toEqual(["sending", 1]);
  for (const tries of [1, 2, 3]) {
    sent.at(-1)?.fail();
    await vi.advanceTimersByTimeAsync(0);
    expect([state(), sent.length]).toEqual(["unsent", tries]);
    sendUnsent();
    await vi.advanceTimersByTimeAsync(0);
  }
  // A service that answers to everything else is not asked each time that it does.
  expect([state(), sent.length]).toEqual(["unsent", 3]);
  await vi.advanceTimersByTimeAsync(30_000);
  sent.at(-1)?.fail();
  await vi.advanceTimersByTimeAsync(30_000);
  expect([state(), sent.length]).toEqual(["sending", 5]);
  // Whoever signs out waits for what is being sent.
  const left = vi.fn<() => void>();
  void sendDecisions().then(left);
  await vi.advanceTimersByTimeAsync(0);
  expect([left.mock.calls.length, sent.length]).toEqual([0, 5]);
  sent.at(-1)?.answer(reply(200));
  await vi.advanceTimersByTimeAsync(0);
  expect([left.mock.calls.length, state()]).toEqual([1, "sent"]);
});
