import { beforeEach, describe, expect, it } from "vitest";
import { drawnFlow } from "#contract/clarity/flow/drawn-flow.ts";
import { findingsOf, pathWords } from "#contract/clarity/flow/findings.ts";
import type { FlowGraph } from "#contract/clarity/flow/flow-graph.ts";
import { reducedKernel, wholeKernel } from "#contract/clarity/flow/kernel.ts";
import { type Fault, play } from "#contract/clarity/flow/token-game.ts";
import type { Step } from "#contract/clarity/step.ts";
import { beginRandom } from "#server/testing/seed.ts";
import { mutant, soundFlow, stepsOf } from "./made-flows.cases.ts";

beforeEach(() => beginRandom("soundness"));

const checked = (steps: readonly Step[]) => play(reducedKernel(drawnFlow(steps)));
const codes = (steps: readonly Step[]) => findingsOf(steps).map(({ code }) => code);

describe("the check of a flow", () => {
  it("finds nothing in flows that are made of whole blocks", () => {
    for (let i = 0; i < 60; i++) {
      const steps = soundFlow(4 + i);
      expect(checked(steps), JSON.stringify(steps)).toMatchObject({ faults: [], complete: true });
    }
  });

  it("finds a fault in the reduced flow where there is one in the whole, and its way leads there", () => {
    let [few, many, broken] = [0, 0, 0];
    for (let i = 0; i < 80; i++) {
      const flow = drawnFlow(mutant(soundFlow(5 + (i % 9))));
      const [reduced, whole] = [play(reducedKernel(flow)), play(wholeKernel(flow), 3_000)];
      if (!whole.complete) continue;
      few += reduced.states;
      many += whole.states;
      broken += whole.faults.length > 0 ? 1 : 0;
      expect(reduced.faults.length > 0, JSON.stringify(flow.edges)).toBe(whole.faults.length > 0);
      for (const fault of [...reduced.faults, ...whole.faults]) replays(flow, fault);
    }
    expect(broken).toBeGreaterThan(10);
    expect(few).toBeLessThan(many / 2);
  });

  it("tells the shortest way into a branch that never comes", () => {
    const steps = stepsOf(
      "start event start > match",
      "match gateway exclusive > book yes, pay no *",
      "book > both",
      "pay > both",
      "both gateway parallel > end",
      "end event end",
    );
    const [stuck] = findingsOf(steps);
    expect(stuck).toMatchObject({ kind: "soundness", code: "stuck", stepIds: ["both"] });
    expect(pathWords(stuck?.path ?? [])).toBe("start → match (yes) → book");
  });

  it("finds branches that are not joined, and loops without a way out", () => {
    expect(codes(stepsOf("s event start > p", "p gateway parallel > a, b", "a > c", "b > c", "c > e", "e event end"))).toEqual(["twice"]);
    expect(codes(stepsOf("s event start > a", "a > b", "b > a"))).toEqual(["endless", "no_end"]);
  });

  it("waits in an inclusive join for those branches that were taken", () => {
    expect(codes(stepsOf("s event start > g", "g gateway inclusive > a x, b y *", "a > c", "b > c", "c > e", "e event end"))).toEqual([]);
  });

  it("finds what no flow reaches, what leads nowhere, and what is hard to read", () => {
    expect(codes(stepsOf("s event start > a", "a", "b > e", "e event end"))).toEqual(["unreached", "leads_nowhere"]);
    expect(codes(stepsOf("s event start > a", "a > e, f", "e event end", "f event end"))).toEqual(["splits_without_gateway"]);
    expect(codes(stepsOf("s event start > g", "g gateway exclusive > e, f no *", "e event end", "f event end"))).toEqual(["no_label"]);
    const long = Array.from({ length: 50 }, (_, i) => `t${i} > t${i + 1}`);
    expect(codes(stepsOf("s event start > t0", ...long, "t50 event end"))).toEqual(["too_many_steps"]);
  });
});

/** Runs a way on the flow itself, edge by edge, and asks the flow whether it has come to what the fault says. */
function replays({ nodes, edges }: FlowGraph, { kind, path, at }: Fault): void {
  const tokens = new Map<string, number>();
  let most = 0;
  const add = (edge: string, n: number) => {
    tokens.set(edge, (tokens.get(edge) ?? 0) + n);
    most = Math.max(most, tokens.get(edge) ?? 0);
  };
  for (const { node, from, to } of path) {
    for (const edge of from) {
      expect(tokens.get(edge), `${node} takes a token that is there`).toBeGreaterThan(0);
      add(edge, -1);
    }
    for (const edge of to) add(edge, 1);
    expect(edges.filter(({ id }) => to.includes(id)).every((edge) => edge.from === node)).toBe(true);
  }
  const open = edges.filter(({ id }) => (tokens.get(id) ?? 0) > 0);
  if (kind === "twice") expect(most).toBe(2);
  else expect(open.map((edge) => edge.to)).toEqual(expect.arrayContaining([...at]));
  const takes = new Map(nodes.map((node) => [node.id, node.takes]));
  if (kind === "stuck") expect(open.every((edge) => takes.get(edge.to) !== "one")).toBe(true);
}
