import { expect, test } from "vitest";
import { addressOf, aiClients, choiceIn, clientIn, countOf, searchOf } from "./client-setup.ts";

const url = "https://caseload.example/v2/mcp";
const areas = [
  { id: "runs", name: "Runs", tools: 20, reads: 12 },
  { id: "cases", name: "Cases", tools: 30, reads: 10 },
];

test("an address says which tools it has, and how many that are", () => {
  const choice = { from: "areas", areas: ["runs", "cases"], readOnly: true } as const;
  expect([addressOf(url, choice), countOf(areas, choice)]).toEqual([`${url}/areas/runs,cases/read`, 22]);
  expect([addressOf(url, { ...choice, areas: [] }), countOf(areas, { ...choice, areas: [] })]).toEqual([undefined, 0]);
  expect([addressOf(url, { ...choice, from: "find" }), countOf(areas, { ...choice, from: "find" })]).toEqual([`${url}/find/read`, 22]);
  expect([
    addressOf(url, { from: "all", areas: [], readOnly: false }),
    countOf(areas, { from: "all", areas: [], readOnly: false }),
  ]).toEqual([url, 50]);
});

test("the address of the page keeps the choices, and nothing that is not there", () => {
  const choice = { from: "areas", areas: ["runs", "cases"], readOnly: true } as const;
  expect(choiceIn(searchOf(choice), areas)).toEqual(choice);
  expect(choiceIn({ areas: "cases,nowhere", client: "toString" }, areas)).toEqual({ from: "all", areas: ["cases"], readOnly: false });
  expect([clientIn({ client: "toString" }), clientIn({ client: "cursor" })]).toEqual(["claude_code", "cursor"]);
});

test("every client's configuration names the address and sends the key", () => {
  for (const [name, { config }] of Object.entries(aiClients)) {
    const text = config(url, "ck_key");
    expect(text, name).toContain(url);
    expect(text, name).toContain("Bearer ck_key");
    if (name !== "codex") expect(() => JSON.parse(text) as unknown, name).not.toThrow();
  }
});
