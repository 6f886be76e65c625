import { expect, test } from "vitest";
import type { FigureLink } from "#contract/dashboards/answers.ts";
import { broke } from "./broke.cases.ts";
import { drawBlock } from "./page.ts";
import { answer, query, row, sample, today } from "./samples.cases.ts";
import type { DrawingOptions } from "./scene.ts";
import { drawThumbnail } from "./thumbnail.ts";

const links = ({ list, filters }: FigureLink) =>
  `/t/1/${list}?${new URLSearchParams(Object.entries(filters).map(([name, value]): [string, string] => [name, [value].flat().join(":")])).toString()}`;
const options: DrawingOptions = { theme: "both", locale: "en", links, today, about: "Accounts payable" };
const span = { from: "2026-10-01T04:00:00.000Z", to: "2026-11-01T04:00:00.000Z" };

test("a figure opens the list of what it counts, and one without a list is text", () => {
  const asked = query({ name: "agents", source: "runs", measures: ["count", "failed", "duration_p50"], by: ["agent"] });
  const first = row({ by: ["a1"], names: ["Invoice checker"], values: [40, 3, 30_000] });
  const link = (status: string): FigureLink => ({ list: "runs", filters: { agent: "a1", status } });
  const own = [link("any"), link("failed"), null];
  const { page, answers } = sample(
    "Agents",
    [
      [
        asked,
        answer(asked, {
          rows: [{ ...first, links: own }, row({ by: ["a2"], names: ["Bank import"], values: [2, 0, 5_000], unfinished: true })],
        }),
      ],
    ],
    [{ id: "agents", type: "table", title: "Agents", width: 12, query: "agents" }],
  );
  const drawn = drawBlock(page, answers, "agents", options) ?? "";
  // Of a span that has not ended each group is unfinished, and no period.
  expect(drawn).not.toContain("so far");
  const opened = (text: string) => new RegExp(`<a href="([^"]*)"[^>]*>${text}</a>`).exec(drawn)?.[1]?.replaceAll("&amp;", "&");
  expect(opened("40")).toBe("/t/1/runs?agent=a1&status=any");
  expect(opened("3")).toBe("/t/1/runs?agent=a1&status=failed");
  expect(opened("30s")).toBeUndefined();
});

test("what all other groups come to is grey, apart from a group without a value, and scales no other", () => {
  const asked = query({ name: "sources", source: "runs", measures: ["count"], by: ["queue", "status"] });
  const cell = (queue: string | null, name: string, status: string, count: number, other = false) =>
    row({ by: [queue, status], names: [name, status], values: [count], other });
  const rows = [
    cell("q1", "Invoices", "completed", 10),
    cell(null, "No queue", "completed", 4),
    cell(null, "Other", "completed", 900, true),
  ];
  const { page, answers } = sample(
    "Sources",
    [[asked, answer(asked, { rows, span })]],
    [
      { id: "heat", type: "heat", title: "Heat", width: 12, query: "sources" },
      { id: "bars", type: "bars", title: "Bars", width: 12, query: "sources" },
      { id: "table", type: "table", title: "Table", width: 12, query: "sources" },
    ],
  );
  const heat = drawBlock(page, answers, "heat", options) ?? "";
  expect(heat).toContain("No queue");
  expect(heat).toMatch(/<td class="ot" title="[^"]*Other[^"]*: 900">/);
  expect(heat).toMatch(/<td style="--s:60%" title="[^"]*Invoices[^"]*: 10">/);
  const bars = drawBlock(page, answers, "bars", options) ?? "";
  expect(bars).toMatch(/class="t-other-pale cut"/);
  expect(drawBlock(page, answers, "table", options)).toMatch(/<th scope="row" class="i2"><span class="t" title="Other">/);
});

test("bars of 0 are left to the table, and counted", () => {
  const asked = query({ name: "failed", source: "runs", measures: ["failed"], by: ["agent"] });
  const rows = [2, 0, 0].map((count, at) => row({ by: [`a${at}`], names: [`Agent ${"ABC"[at]}`], values: [count] }));
  const { page, answers } = sample(
    "Agents",
    [[asked, answer(asked, { rows, span })]],
    [{ id: "bars", type: "bars", title: "Failed", width: 6, query: "failed" }],
  );
  const drawn = drawBlock(page, answers, "bars", options) ?? "";
  expect(drawn.match(/<li>/g)).toHaveLength(1);
  expect(drawn).toContain("2 rows with 0 in the table.");
  expect(drawn).not.toContain("of the total");
});

test("a query without an answer says why in its block", () => {
  const { page, answers } = broke();
  const says = "This query takes too long. Use a shorter range, fewer dimensions, or a filter";
  const missing = { ...answers, answers: answers.answers.filter(({ name }) => name !== "backlog"), faults: [{ name: "backlog", says }] };
  expect(drawBlock(page, missing, "backlog", options)).toContain(`${says}.`);
  expect(drawThumbnail(page, missing, "light")).toContain("<svg");
});

test("the head of a small multiple opens what its group counts over all periods", () => {
  const asked = query({ name: "days", source: "runs", measures: ["count"], by: ["time", "agent"], grain: "day" });
  const names = ["Invoice checker", "Bank import"];
  const days = ["2026-10-01T04:00:00.000Z", "2026-10-02T04:00:00.000Z"];
  const rows = days.flatMap((day) => names.map((name, i) => row({ by: [day, `a${i}`], names: [day.slice(0, 10), name], values: [20] })));
  const groups = names.map((name, i) => ({
    ...row({ by: [`a${i}`], names: [name], values: [40 + i] }),
    links: [{ list: "runs" as const, filters: { agent: `a${i}` } }],
  }));
  const { page, answers } = sample(
    "Days",
    [[asked, { ...answer(asked, { rows, span }), groups }]],
    [{ id: "days", type: "columns", title: "Days", width: 12, query: "days", split: true }],
  );
  const drawn = drawBlock(page, answers, "days", options) ?? "";
  for (const i of [0, 1]) expect(drawn).toMatch(new RegExp(`<a href="/t/1/runs\\?agent=a${i}"[^>]*>${40 + i}</a>`));
});
