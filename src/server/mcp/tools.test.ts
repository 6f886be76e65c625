import { expect, test } from "vitest";
import { isSecret } from "#contract/endpoint.ts";
import { allEndpoints } from "#contract/index.ts";
import { wholeIndex } from "./find-operations.ts";
import { findView } from "./find-view.ts";
import { inputSchemaOf } from "./input-schema.ts";
import { offered } from "./tools.ts";
import { listView } from "./view.ts";
import { whyWithheld } from "./withheld.ts";

/** As the usual models cut a text: words with the sign before them, up to three digits, runs of signs. */
const pieces =
  /[^\r\n\p{L}\p{N}]?[\p{Lu}]*[\p{Ll}\p{M}]+|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s+/gu;

/** Tokens at most: a long word has one for each seven letters. Against a real tokenizer (o200k) it counted 0.2% too many for the list, and 1% for the index. */
function tokens(text: string): number {
  return [...text.matchAll(pieces)].reduce((sum, [piece]) => sum + Math.max(1, Math.ceil(piece.trim().length / 7)), 0);
}

const all = [...offered.values()];

test("everything of the contract is a tool, but for what is withheld for a reason", () => {
  const kept = allEndpoints.filter((endpoint) => whyWithheld(endpoint));
  const withheld = kept.map(({ name }) => name);
  expect(all.length + withheld.length).toBe(allEndpoints.length);
  expect(withheld).toEqual(expect.arrayContaining(["clearQueueCases", "streamEvents", "signIn", "changePassword", "bulkRetryCases"]));
  // To sign in is for people, and so is what lets others in: of everything else few.
  expect(kept.filter((endpoint) => endpoint.area !== "Sign-in" && !isSecret(endpoint)).length).toBeLessThan(20);
  expect(all.length).toBeGreaterThan(300);
});

test("the whole list is one page that a model can take", () => {
  const { tools } = listView({ readOnly: false });
  expect(tools.length).toBe(all.length + 1);
  const size = tokens(JSON.stringify(tools));
  process.stdout.write(`mcp: ${tools.length} tools, ${size} tokens\n`);
  expect(size).toBeLessThan(45_000);
  expect(tokens(JSON.stringify(listView({ readOnly: "address" }).tools))).toBeLessThan(size / 2);
});

test("the few tools and the index of all operations are smaller still", () => {
  const size = tokens(JSON.stringify(findView({ readOnly: false }).tools)) + tokens(wholeIndex(all));
  process.stdout.write(`mcp: the index has ${size} tokens\n`);
  expect(size).toBeLessThan(6_000);
  expect(wholeIndex(all), "articles and second sentences tell nothing apart").not.toMatch(/[: ](a|an|the) |\. /i);
  for (const { tool } of all) expect(wholeIndex(all)).toContain(`\n${tool.name}: `);
});

test("names and inputs are those that every host takes", () => {
  for (const { tool, endpoint } of all) {
    expect(tool.name, "a name of at most 64 letters").toMatch(/^[A-Za-z]{1,64}$/);
    expect(tool.outputSchema, tool.name).toBeUndefined();
    const schema = inputSchemaOf(endpoint);
    expect(Object.keys(schema), tool.name).not.toEqual(expect.arrayContaining(["anyOf"]));
    const text = JSON.stringify(schema);
    expect(text, tool.name).not.toMatch(/"\$(ref|defs|schema)"|"pattern"|"format":"uuid"/);
    for (const [, name] of text.matchAll(/"As (\w+) above"/g)) expect(text, tool.name).toContain(`"title":"${name}"`);
    for (const name of schema.required ?? []) expect(Object.keys(schema.properties), tool.name).toContain(name);
  }
  expect(inputSchemaOf(offered.get("listRuns")!.endpoint)).toMatchObject({
    properties: { teamId: { type: "string" }, limit: { type: "integer", maximum: 100 } },
    required: ["teamId"],
  });
});

test("says of each tool whether it reads, and whether it destroys", () => {
  const of = (name: string) => offered.get(name)?.tool.annotations;
  expect(of("getRun")).toEqual({ readOnlyHint: true });
  expect(of("searchCases")).toEqual({ readOnlyHint: true });
  expect(of("createAgent")).toEqual({ destructiveHint: false });
  expect(of("deleteCase")).toEqual({ destructiveHint: true });
  expect(of("putAgentMemoryFile")).toEqual({ destructiveHint: false, idempotentHint: true });
  for (const name of ["stopRun", "promoteRevision", "activateAutomationRevision", "bulkDeleteCases", "startCaseJob", "revokeApiKey"])
    expect(of(name), name).toMatchObject({ destructiveHint: true });
  for (const { tool, endpoint } of all) expect(tool.annotations?.readOnlyHint === true, tool.name).toBe(endpoint.reads !== undefined);
});
