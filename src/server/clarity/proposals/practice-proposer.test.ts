import { describe, expect, it } from "vitest";
import type { Step } from "#contract/clarity/step.ts";
import { leadsTo } from "#server/gates/stage/clarity-steps.ts";
import { proposeByRules } from "./practice-proposer.ts";
import { wordsByCounting } from "./practice-proposal-words.ts";
import type { CurrentStep, ProposalWorkspace } from "./proposal-workspace.ts";

const task = (title: string, more: Partial<Omit<CurrentStep, "nodeType">> = {}): CurrentStep => ({
  id: "task",
  title,
  action: null,
  role: "Clerk",
  system: "Ledger",
  exception: null,
  handling: null,
  assumptions: null,
  openQuestions: null,
  confidence: "high",
  condition: null,
  targetSteps: leadsTo("end"),
  captures: 2,
  evidence: ["c1.1", "c2.1"],
  ...more,
  nodeType: "task",
  nodeSubtype: more.nodeSubtype ?? "user",
});
const start = {
  ...task("Start"),
  id: "start",
  nodeType: "event",
  nodeSubtype: "start",
  role: null,
  evidence: [],
} as unknown as CurrentStep;

type Change = ProposalWorkspace["change"];
function proposed(step: CurrentStep, { change = "aggressive", lines = [] }: { change?: Change; lines?: readonly string[] } = {}) {
  const captures = lines.map((line, i) => ({ id: `c${i + 1}`, name: "Capture", units: [[`c${i + 1}.1`, null, line] as const] }));
  const { steps } = proposeByRules({ current: [step], captures, change, wish: null });
  const [made] = steps;
  if (!made) throw new Error("no step");
  const { role, nodeSubtype, system, readiness, missing } = made;
  return { role, nodeSubtype, system, readiness, gap: missing?.gap ?? null };
}
const known = { system: "Ledger", gap: null };

describe("the practice model proposes by the rules that are printed", () => {
  it.each([
    ["Check invoice", { role: "the service", nodeSubtype: "service", readiness: "high", ...known }],
    ["Approve invoice", { role: "Clerk", nodeSubtype: "user", readiness: "low", ...known }],
    ["Release payment", { role: "Clerk", nodeSubtype: "user", readiness: "low", ...known }],
    ["Pay invoice", { role: "Clerk", nodeSubtype: "manual", readiness: "low", ...known }],
    ["Reserve money", { role: "Clerk", nodeSubtype: "manual", readiness: "low", ...known }],
    ["Send notice", { role: "the service", nodeSubtype: "send", readiness: "high", ...known }],
  ])("%s", (title, made) => {
    expect(proposed(task(title))).toEqual(made);
  });

  it("work without a system stays outside, a message without one waits for it", () => {
    const stays = { role: "Clerk", system: null, readiness: "low" };
    expect(proposed(task("File letter", { system: null }))).toMatchObject({ ...stays, nodeSubtype: "manual" });
    const gap = "No capture names the system for “Send notice”.";
    const waits = { role: "the service", nodeSubtype: "send", readiness: "medium", gap };
    expect(proposed(task("Send notice", { system: null }))).toMatchObject(waits);
    const told = { lines: ["1. Clerk: send notice in Mail"] };
    expect(proposed(task("Send notice", { system: null }), told)).toMatchObject({ system: "Mail", readiness: "high", gap: null });
  });

  it.each([
    ["one witness", { evidence: ["c1.1", "c1.4"] }, "Only one capture tells “Check invoice”."],
    ["an open question", { openQuestions: ["Who checks at night?"] }, "Who checks at night?"],
    ["a failure", { exception: "It differs" }, "No capture says what is done when “Check invoice” fails."],
  ] satisfies [string, Partial<Step> & { evidence?: string[] }, string][])("asks about %s", (_name, more, gap) => {
    expect(proposed(task("Check invoice", more))).toMatchObject({ readiness: "medium", gap });
    // Little change leaves with people what is not known well.
    expect(proposed(task("Check invoice", more), { change: "conservative" })).toMatchObject({ role: "Clerk", nodeSubtype: "user", gap });
  });

  it("asks who decides where no capture says, and how often it happens", () => {
    expect(proposed(task("Approve invoice", { role: null })).gap).toBe("No capture says who decides “Approve invoice”.");
    expect(proposed(start).gap).toBe("No capture says how often this happens.");
    for (const line of ["40 invoices a week", "About 1,200 of them each month", "We have 3 per day"])
      expect(proposed(start, { lines: [line] }).gap).toBeNull();
    for (const line of ["It takes 2 minutes", "We do it every Friday"]) expect(proposed(start, { lines: [line] }).gap).not.toBeNull();
  });

  it("changes nothing where nothing may change, and says how ready it is", () => {
    const none = { change: "none" } as const;
    expect(proposed(task("Check invoice"), none)).toMatchObject({ role: "Clerk", nodeSubtype: "user", readiness: "high" });
    expect(proposed(task("Pay invoice"), none)).toMatchObject({ role: "Clerk", nodeSubtype: "user", readiness: "low" });
    expect(proposed(task("Look it up", { nodeSubtype: "service", role: "Ledger" }))).toMatchObject({
      role: "Ledger",
      nodeSubtype: "service",
    });
  });

  it("says that it read no guidance", () => {
    const { steps } = proposeByRules({ current: [start], captures: [], change: "aggressive", wish: "Be bold" });
    expect(steps[0]?.assumptions).toEqual(["The practice model follows its printed rules and read no guidance."]);
  });

  it("promises nothing that no capture says", () => {
    const steps = [
      { ...task("Check invoice"), mode: "agent" as const, missing: null },
      { ...task("Pay invoice"), mode: "outside" as const, missing: null },
    ];
    const said = { process: "Pay", guidance: null, steps, current: [task("Check invoice"), task("Pay invoice")] };
    expect(wordsByCounting({ ...said, volume: null })).toEqual({
      summary: "An agent does 1 of the 2 tasks of “Pay”: “Check invoice”. “Pay invoice” stays outside. Nothing is asked for.",
      projectedImpact: null,
    });
    expect(wordsByCounting({ ...said, volume: "40 a week" }).projectedImpact).toContain("People do 2 tasks for each case now, and 1 then.");
  });
});
