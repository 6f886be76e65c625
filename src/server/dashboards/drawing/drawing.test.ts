import fc from "fast-check";
import { parseDocument } from "htmlparser2";
import { expect, test } from "vitest";
import type { FigureLink } from "#contract/dashboards/answers.ts";
import { proves } from "#server/testing/proves.ts";
import { broke } from "./broke.cases.ts";
import { documentPolicy, drawDocument } from "./document.ts";
import { extremes } from "./extremes.cases.ts";
import { flow } from "./flow.cases.ts";
import { hostileTexts, pageOf, pages } from "./hostile.cases.ts";
import { drawBlock, drawPage, drawTwin } from "./page.ts";
import { today } from "./samples.cases.ts";
import type { DrawingOptions } from "./scene.ts";
import { drawThumbnail } from "./thumbnail.ts";
import { work } from "./work.cases.ts";

const links = ({ list, filters }: FigureLink) =>
  `/t/1/${list}?${new URLSearchParams(Object.entries(filters).map(([name, value]): [string, string] => [name, [value].flat().join(":")])).toString()}`;
const options: DrawingOptions = { theme: "both", locale: "en", links, today, about: "Accounts payable" };

interface Element {
  readonly name: string;
  readonly attribs: Readonly<Record<string, string>>;
}

/** The elements of a document in their order, and what it says. */
function read(document: string): { elements: Element[]; text: string } {
  const elements: Element[] = [];
  let text = "";
  const visit = (node: object): void => {
    if ("attribs" in node && "name" in node) elements.push(node as Element);
    if ("data" in node && "type" in node && node.type === "text") text += String(node.data);
    if ("children" in node) for (const child of node.children as object[]) visit(child);
  };
  visit(parseDocument(document));
  return { elements, text };
}

const shapeOf = (elements: readonly Element[]) => elements.map(({ name, attribs }) => `${name} ${Object.keys(attribs).join(" ")}`);

/** Every mark is within its chart, and every number is one. */
function expectDrawn(document: string): void {
  expect(document).not.toMatch(/NaN|Infinity|undefined|\[object/);
  for (const { name, attribs } of read(document).elements) {
    const parts = Object.fromEntries(
      [...(attribs["style"] ?? "").matchAll(/(left|bottom|height|width):([-\d.]+)%/g)].map(([, key, size]) => [key, Number(size)]),
    );
    for (const size of Object.values(parts)) expect(size).toBeGreaterThanOrEqual(0);
    expect((parts["bottom"] ?? 0) + (parts["height"] ?? 0), attribs["style"]).toBeLessThanOrEqual(100.02);
    expect((parts["left"] ?? 0) + (parts["width"] ?? 0), attribs["style"]).toBeLessThanOrEqual(100.02);
    if (name !== "path" || !/\b(ln|ar)\b/.test(attribs["class"] ?? "")) continue;
    for (const [size] of (attribs["d"] ?? "").replaceAll("h0.01", "").matchAll(/-?[\d.]+/g)) {
      expect(Number(size)).toBeGreaterThanOrEqual(0);
      expect(Number(size)).toBeLessThanOrEqual(100);
    }
  }
}

test("texts of anyone are text in every place of every block", async () => {
  await proves(
    fc.property(pages, fc.array(fc.constantFrom(...hostileTexts), { minLength: 1, maxLength: 12 }), (shapes, texts) => {
      const hostile = pageOf(shapes, (at) => texts[at % texts.length] ?? "");
      const plain = pageOf(shapes, (at) => `Plain ${at}`);
      const drawn = drawDocument(hostile.page, hostile.answers, options);
      const { elements } = read(drawn);
      // One text more or less escaped would be another element or attribute.
      expect(shapeOf(elements)).toEqual(shapeOf(read(drawDocument(plain.page, plain.answers, options)).elements));
      expect(elements.filter(({ name }) => /^(script|img|iframe|object|link|base|form|input)$/.test(name))).toEqual([]);
      for (const { attribs } of elements) {
        expect(Object.keys(attribs).filter((name) => name.startsWith("on"))).toEqual([]);
        expect(attribs["href"] ?? "/t/1/").toMatch(/^\/t\/1\//);
      }
      expect(drawn).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u0000]/);
      expect(drawn.isWellFormed()).toBe(true);
      const [sketch, harmless] = [hostile, plain].map(({ page, answers }) => read(drawThumbnail(page, answers, "both")));
      expect(shapeOf(sketch?.elements ?? [])).toEqual(shapeOf(harmless?.elements ?? []));
      expect(sketch?.text).toBe(harmless?.text);
    }),
    { numRuns: 150 },
  );
});

test("marks are within their charts, whatever was counted", async () => {
  await proves(
    fc.property(pages, (shapes) => {
      const { page, answers } = pageOf(shapes, (at) => `Plain ${at}`);
      expectDrawn(drawDocument(page, answers, options));
      expect(drawThumbnail(page, answers, "light")).not.toMatch(/NaN|Infinity|undefined|="-/);
    }),
    { numRuns: 150 },
  );
});

test.each(Object.entries({ broke: broke(), flow: flow(), work: work(), ...extremes() }))(
  "the page %s is drawn, and its answers too",
  (_, { page, answers }) => {
    const drawn = drawDocument(page, answers, options);
    expectDrawn(drawn);
    const { elements, text } = read(drawn);
    expect(elements.filter(({ name }) => name === "section")).toHaveLength(page.blocks.length);
    expect(text).toContain(page.title.slice(0, 40));
    expect(elements.find(({ attribs }) => attribs["http-equiv"] === "Content-Security-Policy")?.attribs["content"]).toBe(documentPolicy);
    expect(elements.filter(({ name }) => name === "h1")).toHaveLength(1);
  },
);

test("the heights of a column are its values on one scale", () => {
  const { page, answers } = flow();
  const drawn = read(drawBlock(page, answers, "states", options) ?? "").elements;
  const heights = drawn.flatMap(({ attribs }) =>
    attribs["class"]?.startsWith("b ") ? [Number(/height:([\d.]+)/.exec(attribs["style"] ?? "")?.[1])] : [],
  );
  const sum = answers.answers.find(({ name }) => name === "states")?.rows.reduce((all, row) => all + (row.values[0] ?? 0), 0) ?? 0;
  const line = drawn
    .filter(({ attribs }) => attribs["class"] === "gl")
    .map(({ attribs }) => Number(/bottom:([\d.]+)/.exec(attribs["style"] ?? "")?.[1]));
  const perCent = (line[0] ?? 0) / 25;
  expect(heights.reduce((all, height) => all + height, 0) / perCent).toBeCloseTo(sum, 0);
});

test("a chart has its figures as a table, at once or when it is opened", () => {
  const { page, answers } = broke();
  const now = drawBlock(page, answers, "backlog", options) ?? "";
  const later = drawBlock(page, answers, "backlog", { ...options, twins: "later" }) ?? "";
  const twin = drawTwin(page, answers, "backlog", { ...options, twins: "later" }) ?? "";
  expect(read(now).elements.filter(({ name }) => name === "tr")).toHaveLength(33);
  expect(read(later).elements.filter(({ name }) => name === "tr")).toEqual([]);
  expect(now).toContain(twin);
  expect(read(twin).text).toContain("Open cases at the end of each period.");
  expect(drawTwin(page, answers, "why", options)).toBeNull();
  expect(drawBlock(page, answers, "nowhere", options)).toBeNull();
});

test("only what is clearly worse is red", () => {
  const { page, answers } = broke();
  const red = read(drawBlock(page, answers, "figures", options) ?? "").elements.filter(({ attribs }) =>
    /\bfa\b/.test(attribs["class"] ?? ""),
  );
  expect(red).toHaveLength(2);
  const rules = read(drawBlock(page, answers, "by_rule", options) ?? "").elements.filter(
    ({ attribs }) => attribs["class"] === "b t-failed",
  );
  expect(rules).toHaveLength(3);
});

test("an unfinished period is hatched and in the legend, and the one row that is most of a sum is named", () => {
  const days = flow();
  const states = drawBlock(days.page, days.answers, "states", options) ?? "";
  expect(read(states).elements.filter(({ attribs }) => /\bb\b.*\bpart\b/.test(attribs["class"] ?? "")).length).toBeGreaterThan(0);
  expect(read(states).text).toContain("Today so far");
  const people = work();
  expect(read(drawBlock(people.page, people.answers, "sums", options) ?? "").text).toContain("Windfalle Energie eG is 99.9% of the total.");
});

test("a value has its colour in all blocks, whatever the order of its rows", () => {
  const { page, answers } = flow();
  const toneOf = (document: string, name: string) =>
    new RegExp(`class="el t-(hue-\\d)"[^>]*><span class="t" title="${name}">`).exec(document)?.[1] ?? "";
  const turned = {
    ...answers,
    answers: answers.answers.map((each) => (each.name === "backlog" ? { ...each, rows: each.rows.toReversed() } : each)),
  };
  const tones = [answers, turned].map((each) =>
    ["Invoice findings", "Supplier questions", "Bank lines"].map((name) => toneOf(drawPage(page, each, options), name)),
  );
  expect(tones[0]).toEqual(["hue-1", "hue-2", "hue-3"]);
  expect(tones[1]).toEqual(tones[0]);
});

test("an empty block says so in words", () => {
  const { empty } = extremes();
  const { text } = read(drawPage(empty.page, empty.answers, options));
  expect(text).toContain("No runs from Oct 29 to Nov 27, 2026.");
  expect(text).toContain("No cases that arrived or closed from Oct 29 to Nov 27, 2026.");
  expect(read(drawPage({ ...empty.page, blocks: [] }, empty.answers, options)).text).toContain("This dashboard has no blocks yet.");
});

test("without links figures are text, and an address that runs code is none", () => {
  const { page, answers } = broke();
  const addresses = (given: DrawingOptions["links"]) =>
    read(drawPage(page, answers, { ...options, links: given })).elements.filter(({ name }) => name === "a");
  expect(addresses(null)).toEqual([]);
  for (const address of ["javascript:alert(1)", "data:text/html,x", "//elsewhere.example", "/\\elsewhere.example", " /t"])
    expect(addresses(() => address)).toEqual([]);
  expect(addresses(links).length).toBeGreaterThan(100);
});

test("a finished page is small, and the same each time", () => {
  const { page, answers } = work();
  const drawn = drawDocument(page, answers, options);
  expect(drawDocument(page, answers, options)).toBe(drawn);
  expect(drawn.length).toBeLessThan(120_000);
});
