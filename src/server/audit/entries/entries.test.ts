import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAgent, updateAgent } from "#contract/agents/agents.ts";
import type { AuditEntry } from "#contract/audit/audit-entry.ts";
import { exportAuditEntries, listAuditEntries } from "#contract/audit/audit.ts";
import type { CallInput } from "#contract/endpoint.ts";
import { createCases, updateCase } from "#contract/queues/cases.ts";
import { createQueue } from "#contract/queues/queues.ts";
import type { PersonName } from "#server/testing/people.ts";
import { addressOf, type TestService, startService } from "#server/testing/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService({ env: { EXPORT_ROWS: "60" } });
});
afterAll(() => service.close());

const params = () => ({ orgId: service.organizationId });
type Query = CallInput<typeof listAuditEntries>["query"];
const page = (query: Query = {}, as: PersonName = "director") => service.ok(listAuditEntries, { params: params(), query }, { as });
const entries = async (query: Query = {}) => (await page(query)).entries;
const about = async (id: string, count: number): Promise<AuditEntry[]> => {
  await expect.poll(async () => (await entries({ object_id: id })).length).toBe(count);
  return entries({ object_id: id });
};
const agent = async (name: string, as: PersonName = "builder") =>
  (await service.ok(createAgent, { params: { teamId: service.teamId }, body: { name } }, { as })).agent.id;

describe("a write", () => {
  test("leaves one entry: who, what, through which door, from where", async () => {
    const id = await agent("Invoices");
    const [entry] = await about(id, 1);
    expect(entry).toMatchObject({
      type: "agent.created",
      operation: "createAgent",
      actor: { kind: "user", id: service.ids.builder },
      door: "api_key",
      address: "127.0.0.1",
      team_id: service.teamId,
      object: { kind: "agent", id, name: "Invoices" },
    });
    expect(entry?.request_id).toMatch(/^[0-9a-f-]{36}$/);
    expect(entry?.credential?.id).toMatch(/^[0-9a-f-]{36}$/);
    expect(entry?.credential?.name).toBeTruthy();
  });

  test("that fails leaves none", async () => {
    const id = await agent("Refused");
    await service.fails(updateAgent, { params: { agent_id: id }, body: { name: "" } }, "invalid_request");
    await service.ok(updateAgent, { params: { agent_id: id }, body: { name: "Renamed" } });
    expect((await about(id, 2)).map(({ type }) => type)).toEqual(["agent.updated", "agent.created"]);
  });

  test("that a trigger records keeps its door too", async () => {
    const { queue } = await service.ok(createQueue, { params: { teamId: service.teamId }, body: { name: "Refunds" } });
    await service.ok(createCases, { params: { queue_id: queue.id }, body: { cases: [{ title: "One", data: "" }] } });
    const { rows } = await service.pool.query<{ id: string }>("select id from cases where queue_id = $1", [queue.id]);
    const id = rows[0]?.id ?? "";
    await service.ok(updateCase, { params: { case_id: id }, body: { status: "completed" } }, { as: "manager" });
    expect(await about(id, 2)).toMatchObject([
      { type: "case.status_changed", operation: "updateCase", door: "api_key", address: "127.0.0.1", object: { name: "One" } },
      { type: "case.created", operation: "createCases" },
    ]);
  });
});

describe("the log", () => {
  test("is read by administrators of the organization alone", async () => {
    for (const as of ["owner", "manager", "member"] as const)
      await service.fails(listAuditEntries, { params: params() }, "forbidden", { as });
    await service.fails(listAuditEntries, { params: params() }, "not_found", { as: "stranger" });
  });

  test("shows nothing of another organization", async () => {
    const { agent: foreign } = await service.ok(
      createAgent,
      { params: { teamId: service.strangerTeamId }, body: { name: "Foreign" } },
      { as: "stranger" },
    );
    await about(await agent("Own"), 1);
    expect(await entries({ object_id: foreign.id })).toEqual([]);
  });

  test("is narrowed and searched", async () => {
    const id = await agent("Quarterly dunning", "manager");
    const [entry] = await about(id, 1);
    const found = async (query: Query) => (await entries(query)).some((one) => one.object.id === id);
    for (const search of ["quart", "dunning quarterly", id, entry?.request_id ?? "", "127.0.0.1", "createagent"])
      expect(await found({ search, object_id: id }), search).toBe(true);
    for (const search of ["quarterlies", "10.0.0.1", "!", service.ids.member]) expect(await found({ search }), search).toBe(false);
    expect(await found({ person: service.ids.manager, kind: "agent", door: "api_key", type: "agent.created" })).toBe(true);
    for (const other of [
      { person: service.ids.member },
      { kind: "queue" },
      { door: "console" },
      { type: "agent.deleted" },
      { since: "2999-01-01T00:00:00.000Z" },
    ] as const)
      expect(await found(other), JSON.stringify(other)).toBe(false);
  });

  test("comes page by page, without a hole", async () => {
    for (let n = 0; n < 5; n++) await about(await agent(`Agent ${n}`), 1);
    const whole = (await entries({ limit: 100 })).map(({ id }) => id);
    const walked: number[] = [];
    for (let after: string | null | undefined; after !== null;) {
      const { entries: some, next } = await page({ limit: 2, ...(after && { after }) });
      walked.push(...some.map(({ id }) => id));
      after = next;
    }
    expect(walked).toEqual(whole);
  });

  test("leaves as a file, unless it has more rows than a file takes", async () => {
    const id = await agent("In a file");
    await about(id, 1);
    const file = async (body: object) => {
      const response = await fetch(service.url + addressOf(exportAuditEntries, { params: params() }), {
        method: "POST",
        headers: { authorization: `Bearer ${service.keys.director}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      return response.text();
    };
    const [head, row] = (await file({ object_id: id })).split("\r\n");
    expect(head).toContain("type,operation,object_kind,object_id,object_name");
    expect(row).toContain(`agent.created,createAgent,agent,${id},In a file`);
    expect(JSON.parse(await file({ object_id: id, format: "json" }))).toMatchObject([{ object: { id } }]);
    for (let n = 0; n < 60; n++) await agent(`Many ${n}`);
    await expect.poll(async () => (await entries({ search: "many", limit: 100 })).length).toBe(60);
    await service.fails(exportAuditEntries, { params: params(), body: {} }, "too_many", { as: "director" });
  });
});
