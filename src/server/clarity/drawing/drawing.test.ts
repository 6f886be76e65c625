import { readFileSync } from "node:fs";
import { Parser } from "saxen";
import { beforeEach, describe, expect, it } from "vitest";
import { drawingOf } from "#contract/clarity/drawing/drawing.ts";
import type { Part, Shape } from "#contract/clarity/drawing/shapes.ts";
import { comparedLayouts, layoutOf } from "#contract/clarity/layout/layout.ts";
import { textWidth, wrapped } from "#contract/clarity/layout/sizes.ts";
import type { Step } from "#contract/clarity/step.ts";
import { soundFlow, stepsOf } from "#server/clarity/flow/made-flows.cases.ts";
import { beginRandom } from "#server/testing/seed.ts";
import { colors, drawSvg } from "./draw-svg.ts";

beforeEach(() => beginRandom("drawing"));

const kinds = stepsOf(
  "start event start > user",
  "user task user Clerk > service",
  "service task service Clerk > send",
  "send task send Clerk > receive",
  "receive task receive Clerk > manual",
  "manual task manual Clerk > rule",
  "rule task businessRule Clerk > script",
  "script task script Clerk > timer",
  "timer event timer > message",
  "message event message > escalation",
  "escalation event escalation > some",
  "some gateway inclusive > x often, y else *",
  "x > one",
  "y > one",
  "one gateway exclusive > both yes, end no *",
  "both gateway parallel > end",
  "end event end",
);
const shapesOf = (parts: readonly Part[], id: string) =>
  parts.filter((part) => part.id === id && part.of !== "label").flatMap(({ shapes }) => shapes);
const layer = { pool: 0, lane: 0, empty: 0, flow: 1, step: 2, join: 2, label: 3 };
/** What it looks like, wherever it is. */
const looks = (shapes: readonly Shape[]) =>
  JSON.stringify(
    shapes.filter(({ kind }) => kind !== "text").map((each) => ({ ...each, x: 0, y: 0, at: 0, d: "at" in each ? each.d : each.kind })),
  );

describe("a drawing", () => {
  it("has each step, join and flow once: flows below steps, and texts on top", () => {
    for (let i = 0; i < 20; i++) {
      const layout = layoutOf(soundFlow(5 + i * 3));
      const parts = drawingOf(layout, "Pay");
      const ids = (...of: Part["of"][]) => parts.filter((part) => of.includes(part.of)).map(({ id }) => id);
      expect(ids("step", "join")).toEqual(layout.nodes.map(({ node }) => node.id));
      expect(ids("flow")).toEqual(layout.edges.map(({ edge }) => edge.id));
      const layers = parts.map(({ of }) => layer[of]);
      expect(layers).toEqual(layers.toSorted((a, b) => a - b));
    }
  });

  it("breaks a text into lines with all of its letters, however little room there is", () => {
    expect(wrapped("Pay a supplier", 60, 12, 3)).toEqual(["Pay a", "supplier"]);
    for (const text of ["Pay a supplier’s invoice", "Donaudampfschifffahrtsgesellschaft", "支払い 🧾🧾🧾"])
      for (const width of [200, 60, 20, 5, 0, -12]) {
        const lines = wrapped(text, width, 12, 100);
        expect(lines.join("").replaceAll(" ", "")).toBe(text.replaceAll(" ", ""));
        for (const line of lines) expect([...line].length === 1 || textWidth(line, 12) <= width, `${line} in ${width}`).toBe(true);
      }
    expect(wrapped("Pay", -12, 12, 1)).toEqual(["P…"]);
  });

  it("is made of no steps too, where there is no room for the name", () => {
    for (const layout of [layoutOf([]), ...comparedLayouts([], [])]) {
      expect(drawSvg([], { name: "Pay", layout })).toContain("<title>Pay</title>");
      expect(drawingOf(layout, "Pay").flatMap(({ shapes }) => shapes.filter(({ kind }) => kind === "text"))).toEqual([]);
    }
  });

  it("has a sign of its own for each kind of task, event and gateway", () => {
    const parts = drawingOf(layoutOf(kinds), "Pay");
    const seen = new Map(kinds.filter(({ id }) => !["x", "y"].includes(id)).map(({ id }) => [looks(shapesOf(parts, id)), id]));
    expect([...seen.values()]).toEqual(kinds.map(({ id }) => id).filter((id) => !["x", "y"].includes(id)));
  });

  it("keeps the texts of a task inside it", () => {
    const long = kinds.map((step) => ({
      ...step,
      title: `${step.title} of the invoice that a supplier has sent, without spaces: ${"m".repeat(60)}`,
    })) as Step[];
    for (const steps of [long, [...long, ...soundFlow(30)] as Step[]]) {
      const layout = layoutOf(steps);
      const parts = drawingOf(layout, "Pay");
      for (const { node, x, y, width, height } of layout.nodes) {
        if (node.step?.nodeType !== "task") continue;
        for (const shape of shapesOf(parts, node.id)) {
          if (shape.kind !== "text") continue;
          expect([shape.x > x, shape.x < x + width, shape.y - shape.size * 0.8 > y, shape.y < y + height]).toEqual([
            true,
            true,
            true,
            true,
          ]);
        }
      }
    }
  });

  it("dashes the tasks that one witness tells of, and nothing else but empty places", () => {
    const two = [
      { attribution: "Dana", excerpt: "a", captureId: "1" },
      { attribution: "Tomas", excerpt: "b", captureId: "2" },
    ];
    const steps = kinds.map((step) => (step.id === "send" || step.nodeType !== "task" ? step : { ...step, sources: two })) as Step[];
    const dashed = (parts: readonly Part[]) =>
      parts.filter(({ shapes }) => shapes.some((each) => "dash" in each)).map(({ of, id }) => `${of} ${id}`);
    expect(dashed(drawingOf(layoutOf(steps), "Pay"))).toEqual(["step send"]);
    const moved = steps.map((step) => (step.id === "user" ? { ...step, role: "Owner" } : step));
    expect(dashed(drawingOf(comparedLayouts(steps, moved)[1], "Pay"))).toEqual(["empty user", "step send"]);
  });

  it("takes a quote that was not found for no witness", () => {
    const quotes = [
      { attribution: "Clerk", excerpt: "a", captureId: "1", resolutionStatus: "resolved" },
      { attribution: "Owner", excerpt: "b", captureId: "2", resolutionStatus: "unresolved" },
    ];
    const steps = kinds.map((step) => (step.id === "user" ? { ...step, sources: quotes } : step)) as Step[];
    expect(shapesOf(drawingOf(layoutOf(steps), "Pay"), "user")[0]).toHaveProperty("dash");
  });

  it("says of a lane that it has no role", () => {
    const steps = stepsOf("start event start > a", "a task user > b", "b task user Clerk > end", "end event end").map((step) =>
      step.id === "a" || step.id === "start" ? { ...step, role: null } : step,
    );
    const names = (all: readonly Step[]) =>
      drawingOf(layoutOf(all), "Pay").flatMap(({ of, shapes }) =>
        of === "lane" ? shapes.flatMap((each) => (each.kind === "text" ? each.text : [])) : [],
      );
    expect(names(steps.map((step) => ({ ...step, role: null })))).toEqual(["No role"]);
    expect(names(steps)).toEqual(["Clerk"]);
  });

  it("marks the default of a choice on its flow", () => {
    const parts = drawingOf(layoutOf(kinds), "Pay");
    const marked = parts.filter(({ of, shapes }) => of === "flow" && shapes.length === 3).map(({ id }) => id);
    expect(marked).toEqual(["flow-some-2", "flow-one-2"]);
  });
});

describe("an SVG", () => {
  it("is well-formed, has texts as texts, and loads and runs nothing", () => {
    const steps = kinds.map((step) => ({ ...step, title: `<b>&"${step.id}"` })) as Step[];
    const svg = drawSvg(steps, { name: "A & <script>alert(1)</script> \u0001" });
    const names = new Set<string>();
    const texts: string[] = [];
    new Parser()
      .on("openTag", (name, attributes) => {
        names.add(name);
        for (const [key, value] of Object.entries(attributes())) expect(`${key} ${value}`).not.toMatch(/^on|href|url\(|NaN|undefined/);
      })
      .on("text", (text, decode) => void texts.push(decode(text).trim()))
      .on("error", (error) => expect.fail(error.message))
      .on("warn", (error) => expect.fail(error.message))
      .parse(svg);
    expect([...names].toSorted()).toEqual(["circle", "g", "path", "rect", "svg", "text", "title"]);
    expect(texts).toContain(`<b>&"user"`);
    expect(texts).toContain("A & <script>alert(1)</script>");
  });

  it("has the same bytes for the same steps", () => {
    const steps = soundFlow(40);
    expect(drawSvg(structuredClone(steps), { name: "A" })).toBe(drawSvg(steps, { name: "A" }));
  });

  it("has the light colors of the console", () => {
    const css = readFileSync(new URL("../../../../public/first.css", import.meta.url), "utf8");
    for (const [tone, color] of Object.entries(colors)) {
      const [, l = "", c = "", h = ""] = new RegExp(`--${tone}: light-dark\\(oklch\\(([\\d.]+) ([\\d.]+) ([\\d.]+)\\)`).exec(css) ?? [];
      expect(color, tone).toBe(inHex(Number(l), Number(c), Number(h)));
    }
  });
});

/** By Björn Ottosson's definition of Oklab. */
function inHex(lightness: number, chroma: number, hue: number): string {
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  const bytes = linear.map((each) => Math.round(255 * Math.min(1, each <= 0.0031308 ? 12.92 * each : 1.055 * each ** (1 / 2.4) - 0.055)));
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
