import fc from "fast-check";
import { expect, it } from "vitest";
import { displayStatuses, ownedStatuses } from "#contract/queues/case.ts";
import { type CaseMove, type CaseState, afterMove, isSettled } from "./case-state.ts";
import { proves } from "#server/testing/proves.ts";

const byRuns: CaseMove[] = ["claim", "ask", "answer", "complete", "fail", "postpone", "hand_over", "end", "due"];
const byPeople: CaseMove[] = ["reopen", "reprocess", "delay", "close", "give_up", "cancel"];

it("is owned by one run from its claim to its end, ends once, and is brought back by people only", async () => {
  await proves(
    fc.property(fc.array(fc.constantFrom(...byRuns, ...byPeople), { maxLength: 60 }), (moves) => {
      let state: CaseState = "pending";
      let owned = false;
      for (const move of moves) {
        const next = afterMove(state, move);
        if (next === undefined) continue;
        if (move === "claim") expect(owned).toBe(false);
        if (["ask", "answer", "fail", "postpone", "hand_over"].includes(move)) expect(owned).toBe(true);
        if (isSettled(state) && byRuns.includes(move)) expect([state, move]).toEqual(["failed", "complete"]);
        if (!isSettled(state) && isSettled(next)) expect([...byPeople, "complete", "fail", "end"]).toContain(move);
        owned = ownedStatuses.includes(next);
        if (owned) expect(["claim", "ask", "answer"]).toContain(move);
        state = next;
      }
    }),
    { numRuns: 2000 },
  );
  for (const state of displayStatuses) {
    expect(afterMove(state, "reprocess")).toBe("pending");
    expect(afterMove(state, "delay")).toBe(isSettled(state) ? undefined : "postponed");
    for (const [move, to] of [
      ["reopen", "pending"],
      ["close", "completed"],
      ["give_up", "failed"],
      ["cancel", "canceled"],
    ] as const)
      expect(afterMove(state, move)).toBe(state === to ? undefined : to);
  }
});
