import fc from "fast-check";
import { expect, it } from "vitest";
import { runStatuses } from "#contract/runs/runs.ts";
import { activeStatuses, afterEvent, isTerminal, type RunEvent } from "./run-state.ts";

const events: RunEvent[] = ["claim", "place", "ask", "complete", "fail", "fault", "answer", "message", "stop"];

it("leads to known states only, ends only by an end or a stop, and lets nothing but a message leave an end", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...events), { maxLength: 40 }), (sequence) => {
      let status = runStatuses[1] as (typeof runStatuses)[number];
      for (const event of sequence) {
        const next = afterEvent(status, event);
        if (next === undefined) continue;
        expect(runStatuses).toContain(next);
        if (isTerminal(status)) expect([event, next]).toEqual(["message", "pending"]);
        if (isTerminal(next)) expect(["complete", "fail", "stop"]).toContain(event);
        status = next;
      }
    }),
    { numRuns: 2000 },
  );
  for (const status of runStatuses) expect(afterEvent(status, "stop")).toBe(activeStatuses.includes(status) ? "interrupted" : undefined);
  expect(events.map((e) => afterEvent("failed", e))).toEqual(events.map(() => undefined));
});
