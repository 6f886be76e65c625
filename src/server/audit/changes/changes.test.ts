import { afterAll, beforeAll, expect, test } from "vitest";
import { updateAgent } from "#contract/agents/agents.ts";
import { listAuditEntries } from "#contract/audit/audit.ts";
import { createConnection, deleteConnection } from "#contract/connections/connections.ts";
import { createSecret, updateSecret } from "#contract/connections/secrets.ts";
import { createFileUploadUrl, deleteFile, renameFile, updateFileContent } from "#contract/library/files.ts";
import { createQueueLabel, deleteQueueLabel } from "#contract/queues/labels.ts";
import { createQueue, updateQueue } from "#contract/queues/queues.ts";
import { createSchedule, deleteSchedule } from "#contract/schedules/schedules.ts";
import { updateTeamMember } from "#contract/teams/members.ts";
import { agentOf } from "#server/gates/stage/agents.ts";
import { memberOf } from "#server/gates/stage/members.ts";
import { stageFor } from "#server/gates/stage/stage.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { removeReadChanges } from "./changes.store.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const newest = async (object_id: string, count: number) => {
  const read = () => service.ok(listAuditEntries, { params: { orgId: service.organizationId }, query: { object_id } }, { as: "director" });
  await expect.poll(async () => (await read()).entries.length).toBe(count);
  return (await read()).entries[0];
};
const params = () => ({ teamId: service.teamId });

test("an entry says what a field was and what it is", async () => {
  const { queue } = await service.ok(createQueue, { params: params(), body: { name: "Refunds" } });
  const created = await newest(queue.id, 1);
  expect(created?.changes).toContainEqual({ field: "name", from: null, to: "Refunds" });
  await service.ok(updateQueue, { params: { queue_id: queue.id }, body: { name: "Returns" } });
  expect((await newest(queue.id, 2))?.changes).toEqual([{ field: "name", from: "Refunds", to: "Returns" }]);
});

test("a file that is written, renamed and deleted leaves an entry each time, with its path and version", async () => {
  const as = { as: "member" } as const;
  const write = (content: string) => service.ok(updateFileContent, { params: { ...params(), path: "rates.csv" }, body: { content } }, as);
  await write("1");
  const { rows } = await service.pool.query<{ id: string }>("select id from files where path = 'rates.csv'");
  const id = rows[0]?.id ?? "";
  expect(await newest(id, 1)).toMatchObject({
    type: "file.added",
    operation: "updateFileContent",
    object: { kind: "file", name: "rates.csv" },
  });
  await write("2");
  expect(await newest(id, 2)).toMatchObject({ type: "file.changed", changes: [{ field: "version", from: "1", to: "2" }] });
  await service.ok(renameFile, { params: params(), body: { relativePath: "rates.csv", newFilenameOnly: "prices" } }, as);
  expect(await newest(id, 3)).toMatchObject({ type: "file.renamed", changes: [{ field: "path", from: "rates.csv", to: "prices.csv" }] });
  await service.ok(deleteFile, { params: { ...params(), path: "prices.csv" } }, as);
  const gone = await newest(id, 4);
  expect(gone).toMatchObject({ type: "file.removed", actor: { id: service.ids.member }, object: { name: "prices.csv" } });
  expect(gone?.changes).toContainEqual({ field: "path", from: "prices.csv", to: null });
});

test("what was deleted keeps its name, and is found by it", async () => {
  const body = { name: "Ledger of yore", provider: "user", auth_method: "url", server_url: "https://ledger.example.com/mcp" } as const;
  const connection = await service.ok(createConnection, { params: params(), body });
  await newest(connection.id, 1);
  await service.ok(deleteConnection, { params: { connection_id: connection.id } });
  expect(await newest(connection.id, 2)).toMatchObject({ type: "connection.deleted", object: { name: "Ledger of yore" } });
  const agent = await agentOf(stageFor(service));
  const timing = { enabled: true, frequency: "daily", time: "03:00", timezone: "UTC" } as const;
  const schedule = await service.ok(createSchedule, { params: { agent_id: agent.id }, body: timing });
  await service.ok(deleteSchedule, { params: { agent_id: agent.id, schedule_id: schedule.id } });
  expect(await newest(schedule.id, 2)).toMatchObject({ type: "schedule.deleted", object: { name: "Example agent" } });
  const { queue } = await service.ok(createQueue, { params: params(), body: { name: "Of labels" } });
  const { label } = await service.ok(createQueueLabel, { params: { queue_id: queue.id }, body: { key: "risk", value: "high" } });
  await newest(label.id, 1);
  await service.ok(deleteQueueLabel, { params: { queue_id: queue.id, label_id: label.id } });
  expect((await newest(label.id, 2))?.object.name).toBe("risk: high");
  const query = { search: "yore" };
  const found = await service.ok(listAuditEntries, { params: { orgId: service.organizationId }, query }, { as: "director" });
  expect(found.entries.map(({ type }) => type)).toEqual(["connection.deleted", "connection.created"]);
});

test("a file that arrives at a signed address leaves an entry too: of whoever asked for the address", async () => {
  const body = { fileName: "scan.pdf", contentType: "application/pdf" };
  const { signedUrl } = await service.ok(createFileUploadUrl, { params: params(), body }, { as: "member" });
  await fetch(signedUrl, { method: "PUT", body: "1" });
  const { rows } = await service.pool.query<{ id: string }>("select id from files where path = 'scan.pdf'");
  const entry = await newest(rows[0]?.id ?? "", 1);
  expect(entry).toMatchObject({
    type: "file.added",
    operation: "createFileUploadUrl",
    actor: { kind: "user", id: service.ids.member },
    door: "api_key",
    address: "127.0.0.1",
    object: { kind: "file", name: "scan.pdf" },
  });
  expect(entry?.credential?.name).toBeTruthy();
});

test("of a role that is given, the one before", async () => {
  const { id } = await memberOf({ service, teamId: service.teamId });
  await service.ok(updateTeamMember, { params: { ...params(), memberId: id }, body: { role: "team:builder" } });
  const { rows } = await service.pool.query("select role from team_members where user_id = $1", [id]);
  expect(rows).toEqual([{ role: "team:builder" }]);
  expect((await newest(id, 1))?.changes).toMatchObject([{ field: "role", to: "team:builder" }]);
});

test("of a long text it keeps length and digest, of a secret nothing", async () => {
  const { queue } = await service.ok(createQueue, { params: params(), body: { name: "Long", description: "x".repeat(400) } });
  const change = (await newest(queue.id, 1))?.changes.find(({ field }) => field === "description");
  expect(change).toMatchObject({ from: null, to: { length: 400, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string } });
  const values = { API_TOKEN: "s3cret-value-1" };
  const { id } = await service.ok(createSecret, { params: params(), body: { name: "Token", service_slug: "shop", values } });
  await newest(id, 1);
  await service.ok(updateSecret, { params: { id }, body: { values: { API_TOKEN: "s3cret-value-2" } } });
  const entry = await newest(id, 2);
  expect(entry?.changes.find(({ field }) => field === "sealed")).toEqual({
    field: "sealed",
    from: { length: null, sha256: null },
    to: { length: null, sha256: null },
  });
  const { rows } = await service.pool.query<{ text: string }>(
    "select a::text as text from audit_entries a union all select c::text from audit_changes c",
  );
  expect(rows.filter(({ text }) => text.includes("s3cret") || text.includes("v1."))).toEqual([]);
});

test("what the log has is not kept a second time", async () => {
  const { id } = await agentOf(stageFor(service));
  await service.ok(updateAgent, { params: { agent_id: id }, body: { name: "Another name" } });
  await expect
    .poll(async () => {
      await removeReadChanges(service.app.services.store.db);
      return (await service.pool.query("select from audit_changes")).rowCount;
    })
    .toBe(0);
});
