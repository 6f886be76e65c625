import { describe, expect, it } from "vitest";
import { readLine } from "#contract/clarity/notation/notation-line.ts";
import { printedNotation } from "#contract/clarity/notation/printed-notation.ts";
import { readNotation } from "#contract/clarity/notation/read-notation.ts";
import { activityKey, type Story } from "#contract/clarity/notation/story.ts";
import { unitsOf } from "./made-captures.cases.ts";

const read = (...lines: string[]) => readNotation(unitsOf("c", ...lines));
const words = ({ steps }: Story) => steps.map(({ title }) => title).join(", ");
const told = (...lines: string[]) => read(...lines).tellings.map(({ stories }) => stories.map(words));

describe("the notation", () => {
  it("is read as it is printed", () => {
    for (const { line } of printedNotation.forms) expect(readLine(line), line).toBeDefined();
    const { tellings, summary } = read(...printedNotation.example);
    expect(summary).toBe("10 of 10 lines");
    expect(tellings[0]?.stories.map(words).toSorted()).toEqual([
      "invoice received, record invoice, match invoice to order, approve invoice, reserve money, pay invoice, invoice paid",
      "invoice received, record invoice, match invoice to order, ask supplier, record invoice, match invoice to order, approve invoice, reserve money, pay invoice, invoice paid",
    ]);
    expect(tellings[0]?.together).toEqual([["approve invoice", "reserve money"]]);
  });

  it("has roles, tools and conditions, each with the unit that says so", () => {
    const [telling] = read("1. Clerk: check invoice in Ledger", "if total over 100: Owner: approve it", "2. ?: pay in the Bank.").tellings;
    const [first, second] = telling?.stories ?? [];
    expect(first?.steps).toEqual([
      { kind: "task", title: "check invoice", role: "Clerk", system: "Ledger", evidenceIds: ["c:0"], when: [] },
      {
        kind: "task",
        title: "approve it",
        role: "Owner",
        system: null,
        evidenceIds: ["c:1"],
        when: [{ choice: "c:1", condition: "total over 100", evidenceId: "c:1" }],
      },
      { kind: "task", title: "pay", role: null, system: "Bank", evidenceIds: ["c:2"], when: [] },
    ]);
    expect(second?.steps[1]).toMatchObject({ title: "pay", when: [{ choice: "c:1", condition: null }] });
  });

  it("counts and names the lines that have none of its forms", () => {
    const lines = [
      "Well, it starts with me.",
      "1. Clerk: check invoice",
      "otherwise: pay",
      "2. Introduction",
      "- Owner: sign",
      "if lost: go to 7",
      "",
    ];
    const { unread, summary } = read(...lines);
    expect(unread.map(({ unitId }) => unitId)).toEqual(["c:0", "c:2", "c:3", "c:4", "c:5"]);
    expect(summary).toBe("1 of 6 lines");
    expect(read("Hello").summary).toBe("0 of 1 line");
    const several = readNotation([...unitsOf("c", "1. A: one", "Hello"), ...unitsOf("d", "Hello", "1. B: two")]);
    expect([several.summary, several.tellings.map(({ captureId, stories }) => [captureId, stories.map(words)])]).toEqual([
      "2 of 4 lines",
      [
        ["c", ["one"]],
        ["d", ["two"]],
      ],
    ]);
    expect(read()).toMatchObject({ tellings: [], lines: 0, unread: [] });
    for (const line of ["if 10:30 comes: Clerk: call", "IF late: END", "otherwise:", "1) Clerk: call."])
      expect(readLine(line), line).toBeDefined();
    for (const line of ["Note: see below", "1. : call", "1. Clerk:", "if: Clerk: call", "if so: call", `1. Clerk: ${"a".repeat(201)}`])
      expect(readLine(line), line).toBeUndefined();
  });

  it("takes several lines of one message, and people who tell together or one after the other", () => {
    const message = { ...unitsOf("c", "Buyer> x")[0], text: "1. Clerk: check\n2. Clerk: pay" };
    expect(readNotation([message as never]).tellings[0]?.stories.map(words)).toEqual(["check, pay"]);
    expect(told("Buyer> 1. Clerk: check", "Tom> 2. Owner: sign", "Buyer> 3. Clerk: pay")).toEqual([["check, sign, pay"]]);
    expect(told("Buyer> 1. Clerk: check", "Tom> 1. Owner: sign", "Buyer> 2. Clerk: pay", "Tom> 2. Owner: rest")).toEqual([
      ["check, pay"],
      ["sign, rest"],
    ]);
    expect(told("1. Clerk: check", "2. Clerk: pay", "1. Clerk: pay", "2. Clerk: check")).toEqual([["check, pay"], ["pay, check"]]);
  });

  it("follows ways that end early, jump ahead, or only ever go back", () => {
    expect(told("1. A: one", "if bad: end: refused", "if good: go to 3", "2. A: two", "3. A: three")).toEqual([
      ["one, refused", "one, two, three", "one, three"],
    ]);
    expect(told("1. A: one", "if so: go to 1", "otherwise: go to 1")).toEqual([["one, one"]]);
  });

  it("reads long lines as text, and stops following lines that lead nowhere but back", () => {
    expect(read(`1. Clerk: check${",".repeat(200_000)}x`, " ".repeat(100_000) + "a", "1. A: one").unread).toHaveLength(2);
    const choices = Array.from({ length: 40 }, (_, i) => [`${i + 1}. A: step ${i}`, `if ${i} is so: A: more ${i}`]).flat();
    const back = [...choices, "41. A: check", "if late: go to 1", "otherwise: go to 1"];
    const { tellings, cut } = read(...back);
    expect([tellings[0]?.stories.length, cut]).toEqual([1, 1]);
  });

  it("keeps few stories of many choices, with each pair of ways", () => {
    const lines = Array.from({ length: 12 }, (_, i) => [`${i + 1}. A: step ${i}`, `if ${i} is so: A: more ${i}`]).flat();
    const { tellings, cut } = read(...lines);
    expect(cut).toBe(1);
    const stories = tellings[0]?.stories ?? [];
    expect(stories).toHaveLength(200);
    const without = (i: number, j: number) => stories.some((story) => ![i, j].some((k) => words(story).split(", ").includes(`more ${k}`)));
    for (let i = 0; i < 12; i++) for (let j = 0; j < i; j++) expect(without(i, j), `${i} and ${j}`).toBe(true);
  });
});

it("knows an activity by its words, whatever their case and articles", () => {
  expect(["Check the invoice!", "check an  Invoice", "CHECK INVOICE"].map(activityKey)).toEqual(Array(3).fill("check invoice"));
  expect(activityKey("The")).toBe("the");
});
