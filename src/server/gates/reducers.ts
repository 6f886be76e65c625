import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runStatuses } from "#contract/runs/run.ts";
import { type RevisionStatus, afterEvent as afterRevisionEvent } from "#server/agents/revisions/revision-state.ts";
import { type BuilderEvent, type Generation, afterBuilderEvent, isOpen } from "#server/agents/generation/builder-run-state.ts";
import { createWebhookHosts } from "#server/runs/webhooks/webhook-hosts.ts";
import { activeStatuses, afterEvent, afterWorkerEvent, heldStatuses, isTerminal, type RunEvent } from "#server/engine/run-state.ts";
import { proves } from "#server/testing/proves.ts";

/** Random orders of everything that can happen, against the rules that hold in every order. */
export function checkReducers(numRuns: number): void {
  describe(`over ${numRuns} orders of events`, () => {
    test("a run ends only by an end or a stop, and nothing but a message leaves an end", async () => {
      const anyEvents = fc.array(fc.constantFrom(...runEvents), { maxLength: 30 });
      await proves(
        fc.property(anyEvents, (events) => {
          let status: (typeof runStatuses)[number] = "pending";
          return events.every((event) => {
            const next = afterEvent(status, event);
            if (next === undefined) return true;
            const left = isTerminal(status) && !(event === "message" && next === "pending");
            const ended = isTerminal(next) && !["complete", "fail", "stop"].includes(event);
            status = next;
            return runStatuses.includes(next) && !left && !ended;
          });
        }),
        { numRuns },
      );
      for (const status of runStatuses)
        expect(afterEvent(status, "stop")).toBe(activeStatuses.includes(status) ? "interrupted" : undefined);
      for (const event of workerEvents)
        for (const held of heldStatuses) expect(afterEvent(held, event), `${event} while ${held}`).toBe(afterWorkerEvent(event));
    });

    test("a builder run leaves the checkpoint in the draft, or what a person accepted", async () => {
      await proves(
        fc.property(fc.array(builderEvent, { maxLength: 20 }), (events) => {
          let now: Generation<string> = { ...begun };
          return events.every((event) => {
            const before = { ...now };
            const outcome = afterBuilderEvent(now, event);
            if (!isDeepStrictEqual(now, before)) return false;
            if ("refused" in outcome) return !("id" in event) || outcome.refused !== undefined;
            const decidesOnOther = "id" in event && (event.id !== now.id || ("startedAt" in event && event.startedAt !== now.startedAt));
            if (decidesOnOther || !isOpen(now.status)) return false;
            const wasSaved = now.status === "waiting_for_approve";
            now = outcome.next;
            const kept = now.draft === now.checkpoint || (wasSaved && ["accept", "supersede"].includes(event.type));
            return isOpen(now.status) ? now.completedAt === null : now.completedAt !== null && kept;
          });
        }),
        { numRuns },
      );
    });

    test("hosts of webhooks: one that answers has its places, however many others are silent, and a silent one rests", async () => {
      const happens = fc.constantFrom("begin", "begin", "begin", "begin", "begin", "be silent", "be silent", "be silent", "answer");
      const hostEvent = fc.record({ host: fc.nat(150), does: happens, ms: fc.nat(20) });
      await proves(
        fc.property(fc.array(hostEvent, { minLength: 1_500, maxLength: 1_600 }), (events) => {
          let time = 0;
          const hosts = createWebhookHosts(() => time);
          const open = new Map<string, ((answered: boolean) => boolean)[]>();
          const silences = new Map<string, number>();
          return events.every(({ host: n, does, ms }) => {
            time += ms;
            const host = `host ${n}`;
            const mine = open.get(host) ?? [];
            open.set(host, mine);
            const silent = silences.get(host) ?? 0;
            if (does === "begin") {
              if (hosts.busy().includes(host)) return silent > 0 || mine.length === 2;
              mine.push(hosts.begin(host));
              const toSilent = [...open].reduce((sum, [name, all]) => sum + (silences.get(name) ? all.length : 0), 0);
              return silent > 0 ? mine.length === 1 && toSilent <= 64 : mine.length <= 2;
            }
            const ended = mine.shift();
            if (!ended) return true;
            silences.set(host, does === "answer" ? 0 : silent + 1);
            return !ended(does === "answer") || (silent + 1 >= 5 && hosts.busy().includes(host));
          });
        }),
        { numRuns: Math.ceil(numRuns / 5_000), endOnFailure: true },
      );
    });

    test("an agent's revisions: one is live from the first promotion on, and none becomes a draft again", async () => {
      await proves(
        fc.property(fc.array(fc.nat(5), { maxLength: 30 }), (promoted) => {
          let all: RevisionStatus[] = Array.from({ length: 6 }, () => "draft");
          return promoted.every((which) => {
            const before = all;
            all = promotedIn(all, which) ?? all;
            return all.filter((status) => status === "live").length === 1 && all.every((s, i) => s !== "draft" || before[i] === "draft");
          });
        }),
        { numRuns },
      );
    });
  });
}

const workerEvents = ["place", "ask", "complete", "fail", "fault"] as const;
const runEvents: RunEvent[] = [...workerEvents, "claim", "answer", "message", "stop"];

const at = "2026-01-01T00:00:00.000Z";
const begun: Generation<string> = {
  id: "a",
  status: "not_started",
  startedAt: null,
  completedAt: null,
  checkpoint: "checkpoint",
  draft: "checkpoint",
};
const looked = { id: fc.constantFrom("a", "a", "a", "b"), startedAt: fc.constantFrom(at, at, at, null) };
const builderEvent = fc.oneof(
  fc.constantFrom<BuilderEvent<string>>(
    { type: "claim", at },
    { type: "ask" },
    { type: "save", config: "saved" },
    { type: "fail", at },
    { type: "supersede", at },
    { type: "remove", at },
  ),
  fc.record({ type: fc.constant("answer" as const), id: looked.id }),
  fc.record({ type: fc.constant("cancel" as const), id: looked.id, at: fc.constant(at) }),
  fc.record({ type: fc.constantFrom("accept" as const, "decline" as const), at: fc.constant(at), ...looked }),
);

/** The statuses after a promotion; undefined when it is refused. */
export function promotedIn(all: readonly RevisionStatus[], which: number): RevisionStatus[] | undefined {
  const next = afterRevisionEvent(all[which] ?? "draft", "promote");
  return next && all.map((status, i) => (i === which ? next : (afterRevisionEvent(status, "replace") ?? status)));
}
