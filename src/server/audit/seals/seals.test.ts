import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createAgent } from "#contract/agents/agents.ts";
import { listAuditEntries } from "#contract/audit/audit.ts";
import { type AuditProblem, verifyAuditLog } from "#contract/audit/verification.ts";
import { previewRetention, type RetentionDays, updateRetention } from "#contract/teams/retention.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { removeOldEntries } from "./retention.store.ts";
import { sealEntries } from "./seal-entries.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const params = () => ({ orgId: service.organizationId });
const goesOn = () => false;
const seal = () => sealEntries(service.app.services, goesOn);

/** The entries of so many agents, under a seal of their own. Between the first two is one of another organization. */
async function sealed(count: number): Promise<number[]> {
  const entries = async () =>
    (await service.ok(listAuditEntries, { params: params(), query: { type: "agent.created" } }, { as: "director" })).entries.map(
      ({ id }) => id,
    );
  const last = (await entries())[0] ?? 0;
  const agent = (n: number) => service.ok(createAgent, { params: { teamId: service.teamId }, body: { name: `Agent ${n}` } });
  for (let n = 0; n < count; n++) {
    await agent(n);
    if (n === 0)
      await service.ok(createAgent, { params: { teamId: service.strangerTeamId }, body: { name: "Foreign" } }, { as: "stranger" });
  }
  const fresh = async () => (await entries()).filter((id) => id > last);
  await expect.poll(async () => (await fresh()).length).toBe(count);
  // What is still open elsewhere keeps entries from being sealed.
  await expect
    .poll(async () => {
      await seal();
      return (await verified()).unsealed;
    })
    .toBe(0);
  return (await fresh()).toReversed();
}

async function verified() {
  const problems: AuditProblem[] = [];
  let checked = 0;
  for (let after: number | null = 0; ;) {
    const answer: Awaited<ReturnType<typeof ask>> = await ask(after);
    problems.push(...answer.problems);
    checked += answer.checked;
    if (answer.next === null) return { ...answer, problems, checked };
    after = answer.next;
  }
}
const ask = (after: number) => service.ok(verifyAuditLog, { params: params(), query: { after } }, { as: "director" });

/** As somebody does who has the store to themselves. */
async function tamper(query: string, values: unknown[] = []): Promise<void> {
  const guards = (how: "disable" | "enable") =>
    service.pool.query(`alter table audit_entries ${how} trigger user; alter table audit_seals ${how} trigger user`);
  await guards("disable");
  await service.pool.query(query, values).finally(() => guards("enable"));
}

/** Does something to the store, looks, and puts everything back. */
async function found(query: string, values: unknown[] = []): Promise<[kind: string, first: number, last: number][]> {
  await tamper("create table kept_entries as select * from audit_entries");
  await tamper("create table kept_seals as select * from audit_seals");
  await tamper(query, values);
  const { problems } = await verified();
  await tamper("delete from audit_entries");
  await tamper("delete from audit_seals");
  await tamper("insert into audit_entries overriding system value select * from kept_entries");
  await tamper("insert into audit_seals select * from kept_seals");
  await tamper("drop table kept_entries");
  await tamper("drop table kept_seals");
  expect((await verified()).problems).toEqual([]);
  return problems.map(({ kind, first_id, last_id }) => [kind, first_id, last_id]);
}

const kinds = (problems: readonly [kind: string, first: number, last: number][]) => problems.map(([kind]) => kind);

describe("the log", () => {
  test("is only added to", async () => {
    const [id = 0] = await sealed(1);
    for (const query of [
      "update audit_entries set actor_name = 'Nobody' where id = $1",
      "delete from audit_entries where id = $1",
      "update audit_seals set mac = 'x' where number = $1",
      "delete from audit_seals where number = $1",
    ])
      await expect(service.pool.query(query, [id]), query).rejects.toThrow("only added to");
    await expect(service.pool.query("truncate audit_entries")).rejects.toThrow("only added to");
  });

  test("is verified by administrators of the organization alone", async () => {
    await service.fails(verifyAuditLog, { params: params() }, "forbidden", { as: "owner" });
    await service.fails(verifyAuditLog, { params: params() }, "not_found", { as: "stranger" });
  });
});

describe("a seal", () => {
  let ids: number[];
  beforeEach(async () => {
    ids = await sealed(3);
  });

  test("says that nothing was changed, and until when", async () => {
    const { problems, checked, through, head, unsealed } = await verified();
    expect(problems).toEqual([]);
    expect(checked).toBeGreaterThanOrEqual(3);
    expect(through).not.toBeNull();
    expect(head?.mac).toMatch(/^[0-9a-f]{64}$/);
    expect(unsealed).toBe(0);
  });

  test("finds an entry that was edited, whatever was edited of it", async () => {
    const [, id = 0] = ids;
    for (const edit of [
      "actor_name = 'Somebody else'",
      "type = 'agent.deleted'",
      "at = at + interval '1 ms'",
      "facts = '{\"a\": 1}'",
      "changes = '[1]'",
      "address = null",
      "team_id = gen_random_uuid()",
    ])
      expect(await found(`update audit_entries set ${edit} where id = $1`, [id]), edit).toEqual([["entry_changed", id, id]]);
  });

  test("finds an entry that was dropped, added or put elsewhere", async () => {
    const [first = 0, second = 0, third = 0] = ids;
    expect(await found("delete from audit_entries where id = any($1)", [[first, third]])).toEqual([
      ["entry_removed", first, first],
      ["entry_removed", third, third],
    ]);
    expect(await found("update audit_entries set organization_id = gen_random_uuid() where id = $1", [second])).toEqual([
      ["entry_removed", second, second],
    ]);
    const theirs = "organization_id <> $3 and id between $1 and $2";
    const { rows } = await service.pool.query<{ id: number }>(`select id from audit_entries where ${theirs}`, [
      first,
      third,
      service.organizationId,
    ]);
    const [{ id }] = rows as [{ id: number }];
    expect(await found(`update audit_entries set organization_id = $3 where ${theirs}`, [first, third, service.organizationId])).toEqual([
      ["entry_added", id, id],
    ]);
  });

  test("finds an entry that was added below the first seal", async () => {
    const add = `insert into audit_entries overriding system value
      select (jsonb_populate_record(e, jsonb_build_object('id', 0, 'at', e.at - interval '1 year'))).* from audit_entries e where id = $1`;
    expect(await found(add, [ids[0]])).toEqual([["entry_added", 0, 0]]);
  });

  test("is refused where no key opens that of its seals, which keeps no other organization's from being made", async () => {
    const of = "from audit_keys where organization_id = $1";
    const [{ sealed: before } = { sealed: "" }] = (await service.pool.query<{ sealed: string }>(`select sealed ${of}`, [params().orgId]))
      .rows;
    const replace = (key: string) =>
      service.pool.query("update audit_keys set sealed = $2 where organization_id = $1", [params().orgId, key]);
    await replace("v1.unknown.a.b");
    await service.fails(verifyAuditLog, { params: params(), query: {} }, "seals_unreadable", { as: "director" });
    const unsealed = async () => {
      await seal();
      const { rows } = await service.pool.query<{ n: number }>(
        `select count(*)::int as n from audit_entries e join audit_keys k using (organization_id) where organization_id <> $1 and e.id > k.last_entry_id`,
        [params().orgId],
      );
      return rows[0]?.n;
    };
    const foreign = { params: { teamId: service.strangerTeamId }, body: { name: "Foreign too" } };
    const { agent } = await service.ok(createAgent, foreign, { as: "stranger" });
    const entries = async () => (await service.pool.query("select from audit_entries where object_id = $1", [agent.id])).rowCount;
    await expect.poll(entries).toBe(1);
    await expect.poll(unsealed).toBe(0);
    await removeOldEntries(service.app.services, goesOn);
    await replace(before);
    expect((await verified()).problems).toEqual([]);
  });

  test("finds a seal that was made anew, or dropped, the last one too", async () => {
    await sealed(2);
    const { rows } = await service.pool.query<{ number: number }>(
      "select max(number) as number from audit_seals where organization_id = $1",
      [service.organizationId],
    );
    const last = rows[0]?.number ?? 0;
    const of = `organization_id = '${service.organizationId}' and number =`;
    const edit = "set macs = set_byte(macs, 0, (get_byte(macs, 0) + 1) % 256)";
    expect(kinds(await found(`update audit_seals ${edit} where ${of} ${last - 1}`))).toEqual(["seal_changed"]);
    expect(kinds(await found(`delete from audit_seals where ${of} ${last - 1}`))).toEqual(["seals_removed"]);
    expect(kinds(await found(`delete from audit_seals where ${of} ${last}`))).toEqual(["seals_removed"]);
    expect(kinds(await found(`delete from audit_seals where organization_id = '${service.organizationId}' and number < ${last}`))).toEqual([
      "seals_removed",
    ]);
    expect(kinds(await found(`delete from audit_seals where organization_id = '${service.organizationId}'`))).toEqual(["seals_removed"]);
  });

  test("is made by one process at a time, and covers each entry once", async () => {
    await Promise.all(Array.from({ length: 8 }, seal));
    const { rows } = await service.pool.query<{ n: number; distinct: number; all: number }>(
      `select count(*)::int as n, count(distinct id)::int as distinct, (select count(*)::int from audit_entries where organization_id = $1) as all
       from (select unnest(ids) as id from audit_seals where organization_id = $1) s`,
      [service.organizationId],
    );
    expect(rows[0]?.n).toBe(rows[0]?.all);
    expect(rows[0]?.distinct).toBe(rows[0]?.all);
  });
});

test("what is older than the organization keeps it goes, and the seals of the rest still fit", async () => {
  const keep = (audit_entries: RetentionDays["audit_entries"]) =>
    service.ok(updateRetention, { params: params(), body: { audit_entries } }, { as: "director" });
  const entries = async () =>
    (await service.pool.query("select from audit_entries where organization_id = $1", [service.organizationId])).rowCount;
  await service.fails(updateRetention, { params: params(), body: { audit_entries: 89 } }, "invalid_request", { as: "director" });
  await keep(null);
  await sealed(1);
  // The chain is made anew by a clock of two years ago: the first seal is past its time then.
  await tamper("delete from audit_seals");
  await tamper("update audit_keys set last_number = 0, last_entry_id = 0, mac = null");
  await tamper("update audit_entries set at = at - interval '400 days'");
  await seal();
  const old = (await verified()).checked;
  expect(old).toBeGreaterThan(0);
  const going = { params: params(), query: { audit_entries: 365 } };
  const goes = async () => (await service.ok(previewRetention, going, { as: "director" })).preview.audit_entries.count;
  // The last seal stays, and what it covers.
  expect(await goes()).toBe(0);
  await sealed(2);
  const all = (await entries()) ?? 0;
  const remove = () => removeOldEntries(service.app.services, goesOn);
  await remove();
  expect(await entries()).toBe(all);
  expect(await goes()).toBe(old);

  await keep(365);
  await remove();
  expect(await entries()).toBeGreaterThanOrEqual(all - old);
  expect((await service.pool.query("select from audit_entries where at < now() - interval '365 days'")).rowCount).toBe(0);
  expect((await verified()).problems).toEqual([]);
  // Longer from now on: what went before is not missed, and what goes without the key is.
  await keep(3650);
  await sealed(1);
  expect((await verified()).problems).toEqual([]);
  const first = "organization_id = $1 and number = (select first_number from audit_keys where organization_id = $1)";
  expect(kinds(await found(`delete from audit_seals where ${first}`, [service.organizationId]))).toEqual(["seals_removed"]);
  await tamper("update audit_keys set first_number = first_number + 1 where organization_id = $1", [service.organizationId]);
  expect((await verified()).problems.map(({ kind }) => kind)).toContain("seals_removed");
});
