import { expect, test } from "vitest";
import type { BoundRevision } from "#contract/agents/automation-revisions.ts";
import { changesOf, clashingNames, triggerChanges } from "./automation-changes.ts";

type Agents = BoundRevision["agents"];
type Queues = BoundRevision["queues"];

function revision(agents: Record<string, number>, queues: Record<string, Partial<Queues[number]>>): BoundRevision {
  const nobody = { name: null, description: null, base_revision_id: null, created_by: null, created_by_name: null, activated_at: null };
  const dates = { created_at: "2026-01-01T00:00:00.000Z", updated_at: "2026-01-01T00:00:00.000Z" };
  return {
    ...nobody,
    ...dates,
    id: "revision",
    automation_id: "automation",
    status: "draft",
    revision_number: null,
    agents: Object.entries(agents).map(([id, number]): Agents[number] => ({
      agent_id: id,
      agent_name: id,
      build_id: `${id} ${number}`,
      build_name: "Build",
      build_number: number,
      deleted: false,
    })),
    queues: Object.entries(queues).map(([id, given]): Queues[number] => ({
      queue_id: id,
      queue_name: id,
      agent_id: null,
      enabled: true,
      name: null,
      description: null,
      deleted: false,
      ...given,
    })),
  };
}

function current(agents: Record<string, number | null>, queues: Record<string, string>): Parameters<typeof changesOf>[1] {
  return {
    automation_id: "automation",
    active_revision_id: null,
    agents: Object.entries(agents).map(([id, number]) => ({
      id,
      name: id,
      type: "agent",
      build_id: number === null ? null : `${id} ${number}`,
      build_number: number,
    })),
    queues: Object.entries(queues).map(([id, name]) => ({ id, name, description: null, agent_id: null, enabled: false })),
    triggers: [],
  };
}

const sentences = (...given: Parameters<typeof changesOf>) => changesOf(...given).map(({ name, what }) => `${name} ${what}`);

test("an activation starts, exchanges and stops builds, and leaves the rest", () => {
  const now = current({ Reader: 1, Checker: null, Payer: 2, Clerk: 4, Idle: null }, {});
  expect(sentences(revision({ Reader: 3, Checker: 1, Payer: 2 }, {}), now, null)).toEqual([
    "Reader goes from revision 1 to revision 3",
    "Checker starts on revision 1",
    "Clerk stops: it gets no more work",
  ]);
});

test("an activation routes, pauses, renames and describes queues anew", () => {
  const now = current({ Reader: 1, Checker: 1 }, { Invoices: "Bills", Letters: "Letters", Refunds: "Refunds", Left: "Kept for now" });
  const active = revision(
    { Reader: 1, Checker: 1 },
    {
      Invoices: { agent_id: "Reader", name: "Bills" },
      Letters: { agent_id: "Reader", enabled: false },
      Refunds: { agent_id: "Checker", description: "Old" },
      Left: { agent_id: "Checker", name: "Kept for now" },
    },
  );
  const next = revision(
    { Reader: 1, Checker: 1 },
    {
      Invoices: { agent_id: "Checker" },
      Letters: { agent_id: "Reader" },
      Refunds: { agent_id: "Checker", enabled: false, description: "New" },
    },
  );
  expect(sentences(next, now, active)).toEqual([
    "Bills goes to Checker (now: Reader)",
    "Bills is named “Invoices”",
    "Letters is resumed",
    "Refunds is paused",
    "Refunds gets another description",
    "Kept for now goes to no one (now: Checker)",
    "Kept for now is named “Left”",
  ]);
  expect(sentences(active, now, active)).toEqual([]);
});

test("a first activation holds the routing against what triggers start now", () => {
  const pair = (queue: string, agent: string) => ({ case_queue_id: queue, case_queue_name: queue, agent_id: agent, agent_name: agent });
  const now = { ...current({ Clerk: 1, Payer: 1 }, { Findings: "Findings", Letters: "Letters" }), triggers: [pair("Findings", "Clerk")] };
  const routed = (findings: string | null) =>
    sentences(revision({ Clerk: 1, Payer: 1 }, { Findings: { agent_id: findings }, Letters: { agent_id: "Payer" } }), now, null);
  expect(routed("Clerk")).toEqual(["Letters goes to Payer (now: no one)"]);
  expect(routed(null)).toEqual(["Findings goes to no one (now: Clerk)", "Letters goes to Payer (now: no one)"]);
});

test("an activation says which queue starts which agent, what ends first", () => {
  const pair = (queue: string, agent: string) => ({ case_queue_id: queue, case_queue_name: queue, agent_id: agent, agent_name: agent });
  const plan = { starts: [pair("Bills", "Checker")], stops: [pair("Bills", "Reader")], refused: [pair("Letters", "Clerk")], conflicts: [] };
  expect(triggerChanges(plan).map(({ name, what }) => `${name} ${what}`)).toEqual([
    "Bills no longer starts Reader",
    "Bills starts Checker for each case",
  ]);
});

test("two queues of one name clash, unless one of them is gone", () => {
  const queues = { A: { name: "Same" }, B: { name: "Same" }, C: {}, D: { name: "C", deleted: true } };
  expect(clashingNames(revision({}, queues))).toEqual(["Same"]);
});
