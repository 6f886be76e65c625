import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CaseSchema } from "#contract/queues/case-schema.ts";
import { createCases, getCase, updateCase } from "#contract/queues/cases.ts";
import {
  attachQueueJsonSchema,
  detachQueueJsonSchema,
  getCaseJsonSchema,
  getQueueJsonSchema,
  listJsonSchemaFamilies,
  listQueueJsonSchemaVersions,
  replaceQueueJsonSchema,
  updateQueueJsonSchemaSettings,
} from "#contract/queues/queue-json-schema.ts";
import { newId } from "#server/platform/db/columns.ts";
import { brief, messagesOf, scripted, settled, startRunOf } from "#server/testing/agents.ts";
import { addCases, agentOn, queueIn } from "#server/testing/cases.ts";
import { type TestService, startService } from "#server/testing/service.ts";

let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

const closed = "object schemas must set additionalProperties to false";
const schemaOf = (properties: CaseSchema["properties"], required: string[] = []): CaseSchema => ({
  type: "object",
  properties: properties ?? {},
  required,
  additionalProperties: false,
});
const amounts = schemaOf({ amount: { type: "number" }, supplier: schemaOf({ name: { type: "string", minLength: 1 } }, ["name"]) }, [
  "amount",
]);

const of = (queue_id: string) => ({ params: { queue_id } });
const declare = (queue: string, schema = amounts, expected?: string | null) =>
  service.ok(replaceQueueJsonSchema, {
    ...of(queue),
    body: { schema, change_summary: "As agreed", ...(expected === undefined ? {} : { expected_schema_id: expected }) },
  });
const typedQueue = async (settings: { guarded?: boolean; frozen?: boolean } = {}) => {
  const queue = await queueIn(service);
  const { schema_id, family_id } = await declare(queue);
  await service.ok(updateQueueJsonSchemaSettings, { ...of(queue), body: settings });
  return { queue, schemaId: schema_id ?? "", familyId: family_id ?? "" };
};
const refusal = async (queue: string, body: Parameters<typeof addCases>[2] | Parameters<typeof addCases>[2][]) => {
  const input = { ...of(queue), body: Array.isArray(body) ? { cases: body } : { case: body } };
  const { issues = [] } = await service.fails(createCases, input, "invalid_request");
  return issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
};

describe("a schema", () => {
  test("is declared, goes on by versions that never change, and knows whoever was slower", async () => {
    const queue = await queueIn(service);
    const none = { schema: null, schema_id: null, family_id: null, version: null, change_summary: null, changed_at: null };
    expect(await service.ok(getQueueJsonSchema, of(queue))).toEqual({ ...none, guarded: false, frozen: false, shared_with: [] });
    const first = await declare(queue, amounts, null);
    expect(first).toMatchObject({ version: 1, schema: amounts, change_summary: "As agreed" });
    // As a person reads it: in the order in which it was written.
    expect(JSON.stringify(first.schema)).toBe(JSON.stringify(amounts));
    const body = { schema: schemaOf({ note: { type: "string" } }), change_summary: "Notes", expected_schema_id: first.schema_id };
    const answers = await Promise.all(Array.from({ length: 6 }, () => service.call(replaceQueueJsonSchema, { ...of(queue), body })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409]);
    const now = await service.ok(getQueueJsonSchema, of(queue));
    expect(now).toMatchObject({ version: 2, schema: body.schema, family_id: first.family_id });
    const stale = await service.fails(replaceQueueJsonSchema, { ...of(queue), body }, "schema_changed");
    expect(stale).toMatchObject({ schema_id: now.schema_id });
    const { versions, total } = await service.ok(listQueueJsonSchemaVersions, { ...of(queue), query: { limit: 1, offset: 1 } });
    expect([total, versions]).toEqual([
      2,
      [expect.objectContaining({ version: 1, schema_id: first.schema_id, change_summary: "As agreed" })],
    ]);
  });

  test.each([
    [{ type: "object", properties: { a: { type: "object", properties: {} } } }, ["schema", "schema.properties.a"]],
    [{ type: "array", items: { type: "string" } }, ["schema"]],
    [{ type: "object", additionalProperties: false, properties: { a: { type: "array" } } }, ["schema.properties.a"]],
  ])("outside of the subset is refused in the specification's words: %j", async (schema, places) => {
    const input = { ...of(await queueIn(service)), body: { schema: schema as unknown as CaseSchema, change_summary: "Open" } };
    const { message, issues = [] } = await service.fails(replaceQueueJsonSchema, input, "invalid_request");
    expect(message).toContain(closed);
    expect(issues.map(({ path }) => path.join("."))).toEqual(places);
    expect(issues.every((issue) => issue.message.includes(closed))).toBe(true);
  });

  test("is shared by queues: a version counts in all of them, and one that froze it holds it for all", async () => {
    const { queue: one, familyId, schemaId } = await typedQueue();
    const other = await queueIn(service);
    const attached = await service.ok(attachQueueJsonSchema, { ...of(other), body: { family_id: familyId } });
    expect(attached).toMatchObject({ schema_id: schemaId, shared_with: [{ id: one }] });
    await service.fails(attachQueueJsonSchema, { ...of(other), body: { family_id: familyId } }, "has_schema");
    await service.fails(attachQueueJsonSchema, { ...of(await queueIn(service)), body: { family_id: newId() } }, "invalid_request");
    await declare(one, schemaOf({ note: { type: "string" } }));
    expect(await refusal(other, { title: "Old form", data: '{"amount": 1}' })).toEqual(["case.data: Unknown field: amount"]);

    await service.ok(updateQueueJsonSchemaSettings, { ...of(other), body: { frozen: true } });
    const body = { schema: amounts, change_summary: "Back" };
    const { message } = await service.fails(replaceQueueJsonSchema, { ...of(one), body }, "schema_frozen");
    expect(message).toContain("shares these fields and has locked them");
    await service.fails(replaceQueueJsonSchema, { ...of(other), body }, "schema_frozen");
    await service.fails(detachQueueJsonSchema, of(other), "schema_frozen");
    await service.ok(detachQueueJsonSchema, of(one));
    await service.fails(detachQueueJsonSchema, of(one), "no_schema");
    await service.fails(updateQueueJsonSchemaSettings, { ...of(one), body: { frozen: true } }, "no_schema");
    await service.ok(updateQueueJsonSchemaSettings, { ...of(other), body: { frozen: false } });
    await service.ok(replaceQueueJsonSchema, { ...of(other), body });

    const { families } = await service.ok(listJsonSchemaFamilies, { params: { teamId: service.teamId } });
    const [found] = families.filter((family) => family.family_id === familyId);
    expect(found).toMatchObject({ version: 3, fields: ["amount", "supplier"], queues: [expect.any(String)] });
    // Another team knows nothing of it.
    const theirs = { params: { teamId: service.strangerTeamId } };
    expect((await service.ok(listJsonSchemaFamilies, theirs, { as: "stranger" })).families).toEqual([]);
  });
});

describe("data of cases", () => {
  test("has to fit, and a refusal names the case and the place", async () => {
    const { queue, schemaId } = await typedQueue();
    expect(await refusal(queue, { title: "Bad", data: '{"amount": 1, "supplier": {"name": ""}}' })).toEqual([
      "case.data.supplier.name: Enter a name",
    ]);
    const cases = [{ data: '{"amount": 1}' }, { data: '{"supplier": {}}' }, { data: '{"amount": 1' }].map((one) => ({
      title: "One",
      ...one,
    }));
    expect(await refusal(queue, cases)).toEqual([
      "cases.1.data.amount: This is required",
      "cases.1.data.supplier.name: This is required",
      "cases.2.data: This is not valid JSON",
    ]);
    const text = '{ "amount" : 12.50 }';
    const { added_cases } = await service.ok(createCases, { ...of(queue), body: { cases: [{ title: "A", data: text }, { title: "B" }] } });
    // The text stays as it was sent; plain text is a case without a type.
    expect(added_cases.map((one) => [one.data, one.json_schema_id])).toEqual([
      [text, schemaId],
      ["", null],
    ]);
  });

  test("changes within its schema only, and a typed case stays typed when the queue goes on without one", async () => {
    const { queue, schemaId } = await typedQueue();
    const [id = "", plain = ""] = await addCases(
      service,
      queue,
      { title: "Typed", data: '{"amount": 1}' },
      { title: "Plain", data: "Call back" },
    );
    const change = (case_id: string, data: string) => ({ params: { case_id }, body: { data } });
    const wrong = await service.fails(updateCase, change(id, '{"amount": "2"}'), "invalid_request");
    expect(wrong.issues).toEqual([{ path: ["data", "amount"], message: "Use a number such as 12.5" }]);
    const { schema_id: second } = await declare(queue, schemaOf({ total: { type: "number" } }));
    expect((await service.ok(getCase, { params: { case_id: id } })).case.json_schema_id).toBe(schemaId);
    expect((await service.ok(updateCase, change(id, '{"total": 2}'))).case.json_schema_id).toBe(second);
    await service.ok(detachQueueJsonSchema, of(queue));
    expect(await service.ok(getCaseJsonSchema, { params: { case_id: id } })).toMatchObject({ schema_id: second, version: 2 });
    await service.fails(updateCase, change(id, '{"amount": 2}'), "invalid_request");
    await service.fails(updateCase, change(id, "Plain words"), "invalid_request");
    expect((await service.ok(updateCase, change(id, '{"total": 3}'))).case.json_schema_id).toBe(second);
    expect((await service.ok(updateCase, change(plain, '{"anything": 1}'))).case.json_schema_id).toBeNull();
    expect(await service.ok(getCaseJsonSchema, { params: { case_id: plain } })).toEqual({ schema: null, schema_id: null, version: null });
    const [free] = await addCases(service, queue, { title: "Free", data: '{"anything": 1}' });
    expect((await service.ok(getCase, { params: { case_id: free ?? "" } })).case.json_schema_id).toBeNull();
  });

  test("is typed in every new case of a guarded queue, which takes none before it has a schema", async () => {
    const { queue } = await typedQueue({ guarded: true });
    const typedOnly = "This queue requires fields. Send a JSON object that matches them";
    expect(await refusal(queue, [{ title: "A", data: '{"amount": 1}' }, { title: "B" }, { title: "C", data: "[1]" }])).toEqual([
      `cases.1.data: ${typedOnly}`,
      `cases.2.data: ${typedOnly}`,
    ]);
    expect(await addCases(service, queue, { title: "A", data: '{"amount": 1}' })).toHaveLength(1);
    const empty = await queueIn(service);
    await service.ok(updateQueueJsonSchemaSettings, { ...of(empty), body: { guarded: true } });
    await service.fails(createCases, { ...of(empty), body: { case: { title: "A", data: "{}" } } }, "no_schema");
  });

  test("cannot stall the service by a pattern of its schema", async () => {
    const queue = await queueIn(service);
    const pattern = "^(([a-z])+.)+[A-Z]([a-z])+$";
    await declare(queue, schemaOf({ word: { type: "string", pattern } }));
    const data = JSON.stringify({ word: "a".repeat(90_000) });
    const cases = Array.from({ length: 20 }, () => ({ title: "Long", data }));
    // The built-in engine would not come back from thirty characters.
    expect(await refusal(queue, cases)).toContain(`cases.0.data.word: Use a text of the form ${pattern}`);
    const backwards = schemaOf({ word: { type: "string", pattern: "(a+)\\1" } });
    const input = { ...of(queue), body: { schema: backwards, change_summary: "Back" } };
    const { message } = await service.fails(replaceQueueJsonSchema, input, "invalid_request");
    expect(message).toBe("schema.properties.word.pattern: A pattern cannot refer back to a group");
  });

  test("may be as long in a hundred cases at once as in one", async () => {
    const queue = await queueIn(service);
    // Characters that JSON writes as six each.
    const data = "\u0001".repeat(100_000);
    const body = JSON.stringify({ cases: Array.from({ length: 100 }, () => ({ title: "Long", data })) });
    expect(body.length).toBeGreaterThan(60_000_000);
    const headers = { authorization: `Bearer ${service.keys.owner}`, "content-type": "application/json" };
    const answer = await fetch(`${service.url}/v2/queues/${queue}/cases`, { method: "POST", headers, body });
    const { added_cases } = (await answer.json()) as { added_cases: { data: string }[] };
    expect([answer.status, added_cases.length, added_cases.every((one) => one.data === data)]).toEqual([201, 100, true]);
  });
});

describe("an agent", () => {
  test("declares the schema of a guarded queue, and keeps to it", async () => {
    const queue = await queueIn(service);
    await service.ok(updateQueueJsonSchemaSettings, { ...of(queue), body: { guarded: true } });
    const add = (data: object) => `call add_cases ${JSON.stringify({ cases: [{ title: "Invoice", data: JSON.stringify(data) }] })}`;
    const declared = `call declare_case_schema ${JSON.stringify({ schema: amounts, change_summary: "What an invoice has" })}`;
    const producer = scripted(add({ amount: 1 }), declared, add({ amount: "1" }), add({ amount: 1 }), declared, "call get_case_schema {}");
    const resultsOf = async (agentId: string) => {
      const run = await settled(service, await startRunOf(service, agentId));
      return brief(await messagesOf(service, run.id)).filter((line) => line.startsWith("tool "));
    };
    const said = await resultsOf((await agentOn(service, producer, { produces: [queue] })).id);
    expect(said).toEqual([
      expect.stringContaining("has none yet"),
      expect.stringContaining('"version":1'),
      expect.stringContaining("cases.0.data.amount: Use a number such as 12.5"),
      expect.stringContaining("added"),
      expect.stringContaining("has a schema already"),
      expect.stringContaining('"typed_cases_only":true'),
    ]);
    // In the order in which the agent wrote it: that of the form, and of the columns of an export.
    const { schema } = await service.ok(getQueueJsonSchema, of(queue));
    expect(JSON.stringify(schema)).toBe(JSON.stringify(amounts));
    expect(said[5]).toContain(JSON.stringify(amounts));
    const change = (data: string) => `call update_case ${JSON.stringify({ data })}`;
    const consumer = scripted("call claim_case {}", change('{"amount": null}'), change('{"amount": 2}'), "call complete_case {}");
    const worked = await resultsOf((await agentOn(service, consumer, { consumes: [queue] })).id);
    expect(worked[1]).toContain("data.amount: Use a number such as 12.5");
    expect(worked[2]).toContain("updated");
  });
});
