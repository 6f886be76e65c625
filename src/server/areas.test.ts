import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { takeTurn } from "#server/engine/jobs/job-turns.store.ts";
import { startService, type TestService } from "#server/testing/service.ts";
import { type CallInput, endpoint } from "#contract/endpoint.ts";
import { idOf, idWords } from "#contract/ids.ts";
import { setListColumns } from "#contract/teams/list-columns.ts";
import { createListView, listListViews } from "#contract/teams/list-views.ts";
import { z } from "#contract/zod.ts";
import { areas } from "./areas.ts";
import { toys } from "#server/testing/toys/area.ts";
import { toyTables } from "#server/testing/toys/tables.ts";
import { paintJobs } from "#server/testing/toys/painting.ts";
import { createToy, deleteToys, listToys, paintToys, renameToy } from "#server/testing/toys/toys.contract.ts";

describe("an area", () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService({ areas: [toys] });
    await service.pool.query(toyTables);
  });
  afterAll(() => service.close());

  it("is added by its manifest alone: access, limits, transactions and background work included", async () => {
    const params = { teamId: service.teamId };
    await service.fails(createToy, { params, body: { name: "" } }, "invalid_request");
    await service.fails(listToys, { params }, "unauthorized", { as: null });
    await service.fails(listToys, { params: { teamId: service.strangerTeamId } }, "not_found", { as: "member" });
    for (const name of ["Ball", "Kite", "Top"]) await service.ok(createToy, { params, body: { name } });
    await expect
      .poll(async () => (await service.ok(listToys, { params })).toys.map(({ name, wrapped }) => [name, wrapped]))
      .toEqual([
        ["Ball", true],
        ["Kite", true],
        ["Top", true],
      ]);
    await service.ok(deleteToys, { params });
    expect(await service.ok(listToys, { params })).toEqual({ toys: [], total: 0 });
    expect(await (await fetch(`${service.url}/metrics`)).text()).toContain('caseload_work_rounds_total{work="wrapping"}');
  });

  it("has events of its own: recorded by an endpoint and by a worker, and read by a consumer", async () => {
    const { id } = await service.ok(createToy, { params: team(), body: { name: "Drum" } });
    const notes = async () => (await service.pool.query("select type, actor, letters from toy_notes where toy_id = $1", [id])).rows;
    await expect.poll(notes).toEqual([
      { type: "toy.made", actor: "user", letters: null },
      { type: "toy.wrapped", actor: "service", letters: 4 },
    ]);
    const { rows } = await service.pool.query("select team_id, actor_id from events where subject_id = $1 and type = 'toy.made'", [id]);
    expect(rows).toEqual([{ team_id: service.teamId, actor_id: service.ids.owner }]);
    await service.ok(deleteToys, { params: team() });
  });

  it("has a list by its description: filters, order, pages, and refusals of what it does not name", async () => {
    const params = { teamId: service.teamId };
    for (const name of ["Ball", "Kite", "Kettle"]) await service.ok(createToy, { params, body: { name } });
    await service.pool.query("update toys set color = case name when 'Kite' then 'blue' when 'Ball' then 'red' end where team_id = $1", [
      service.teamId,
    ]);
    const shown = async (query: CallInput<typeof listToys>["query"]) => {
      const { toys: found, total } = await service.ok(listToys, { params, query });
      return [total, ...found.map(({ name }) => name)];
    };
    expect(await shown({})).toEqual([3, "Ball", "Kettle", "Kite"]);
    expect(await shown({ search: "k", limit: 1, offset: 1 })).toEqual([2, "Kite"]);
    expect(await shown({ sort_by: "color", sort_order: "desc" })).toEqual([3, "Ball", "Kite", "Kettle"]);
    await expect.poll(() => shown({ wrapped: "false" })).toEqual([0]);
    expect(await shown({ wrapped: "true", search: "ball" })).toEqual([1, "Ball"]);
    for (const query of [{ wrapped: "yes" }, { sort_by: "paint" }, { search: "x".repeat(101) }, { color: "red" }])
      await service.fails(listToys, { params, query: query as object }, "invalid_request");
    await service.ok(deleteToys, { params });
  });

  it("has kinds of ids of its own: access follows from them, and the document has their words", async () => {
    const { id: toy_id } = await service.ok(createToy, { params: team(), body: { name: "Yo-yo" } });
    const rename = { params: { toy_id }, body: { name: "Diabolo" } };
    expect((await service.ok(renameToy, rename, { as: "member" })).name).toBe("Diabolo");
    await service.fails(renameToy, rename, "not_found", { as: "stranger" });
    expect(idWords("toy")).toBe("Id of the toy");
    await service.ok(deleteToys, { params: team() });
    // @ts-expect-error: no area has ids of this kind.
    idOf("toi");
  });

  it("has topics of its own: windows of its team are told, with the id from the address", async () => {
    const { id: toy_id } = await service.ok(createToy, { params: team(), body: { name: "Yo-yo" } });
    const told: string[] = [];
    const leave = service.app.services.live.subscribe(service.teamId, ({ topic, id }) => void told.push(`${topic} ${id}`));
    await service.ok(renameToy, { params: { toy_id }, body: { name: "Diabolo" } });
    leave();
    expect(told).toEqual([`toy ${toy_id}`]);
    await service.ok(deleteToys, { params: team() });
    // @ts-expect-error: no area has this topic, nor is one declared by saying so.
    expect(() => endpoint({ ...listToys, reads: ["toi"] })).toThrow("toi");
  });

  it("has views and columns of its list by its description, and of no list that is not described", async () => {
    const view = { name: "Wrapped", scope: "team", search: "wrapped=yes" } as const;
    await service.ok(createListView, { params: { ...team(), list: "toys" }, body: view });
    const { views } = await service.ok(listListViews, { params: { ...team(), list: "toys" } });
    expect(views).toMatchObject([{ list: "toys", ...view }]);
    const hidden = { list: "toys", hidden: ["paint"] } as const;
    expect(await service.ok(setListColumns, { params: { ...team(), list: "toys" }, body: { hidden: ["paint"] } })).toEqual(hidden);
    // @ts-expect-error: no list has this name.
    await service.fails(listListViews, { params: { ...team(), list: "toi" } }, "invalid_request");
    await service.fails(listListViews, { params: { ...team(), list: "cases" as "toys" } }, "invalid_request");
  });

  const team = () => ({ teamId: service.teamId });
  const jobNamed = async (id: string) =>
    (await service.pool.query("select status, painted, error from paint_jobs where id = $1", [id])).rows[0];
  async function painted(color: string): Promise<unknown> {
    const { id } = await service.ok(paintToys, { params: team(), body: { color } });
    await expect.poll(async () => (await jobNamed(id)).status).not.toBe("running");
    return jobNamed(id);
  }

  it("has a job of its own by a word: portions, an item that fails alone, and an end that says why", async () => {
    for (const name of [...Array.from({ length: 24 }, (_, n) => `Toy ${n}`), "Glass"])
      await service.ok(createToy, { params: team(), body: { name } });
    expect(await painted("none")).toEqual({ status: "failed", painted: 0, error: "There is no such paint." });
    expect(await painted("red")).toEqual({ status: "done", painted: 24, error: null });
    const { toys: all } = await service.ok(listToys, { params: team() });
    expect(all.filter(({ refused }) => refused).map(({ name, color, refused }) => [name, color, refused])).toEqual([
      ["Glass", null, "It takes no paint."],
    ]);
    expect(await (await fetch(`${service.url}/metrics`)).text()).toContain('caseload_job_portions_failed_total{work="painting"}');
    await service.ok(deleteToys, { params: team() });
  });

  it("lets teams take turns, however many jobs one of them has", async () => {
    const { db } = service.app.services.store;
    const quiet = service.strangerTeamId;
    await service.pool.query(
      `insert into paint_jobs (id, team_id, color, status, turn_at) select gen_random_uuid(), $1::uuid, 'x', 'waits', now() - make_interval(secs => 60 - n) from generate_series(1, 20) n
       union all select gen_random_uuid(), $2::uuid, 'x', 'waits', now() - interval '5 seconds'`,
      [service.teamId, quiet],
    );
    const turns: string[] = [];
    await db
      .transaction(async (tx) => {
        await tx.execute("update paint_jobs set status = 'running' where status = 'waits'");
        for (let turn = 0; turn < 6; turn++) {
          const { job } = (await takeTurn(tx, paintJobs, ["paint"])) ?? {};
          if (!job) throw new Error("No job is due.");
          turns.push(job.team_id === quiet ? "quiet" : "busy");
          // Two turns in one millisecond would be a tie.
          await tx.execute(
            sql`update paint_jobs set turn_at = now() - interval '4 seconds' + make_interval(secs => ${turn} * 0.1) where id = ${job.id}`,
          );
        }
        tx.rollback();
      })
      .catch(() => undefined);
    expect(turns).toEqual(["busy", "quiet", "busy", "quiet", "busy", "quiet"]);
  });
});

/** What may be a fact, whatever a type says of itself. */
const isFact = (schema: { format?: string; enum?: unknown; type?: unknown; anyOf?: object[] }): boolean =>
  schema.anyOf?.every((each) => isFact(each)) ??
  (schema.enum !== undefined ||
    ["integer", "boolean", "null"].includes(String(schema.type)) ||
    ["uuid", "guid", "date-time"].includes(schema.format ?? ""));

const catalogue = areas.flatMap(({ events }) => Object.entries(events));

it("no two areas write down the same type of event", () => {
  const types = catalogue.map(([type]) => type);
  expect(types.filter((type, place) => types.indexOf(type) < place)).toEqual([]);
});

it.each(catalogue)("%s has ids and small facts only", (_type, { data }) => {
  const { properties = {} } = z.toJSONSchema(data, { io: "output" });
  expect(Object.entries(properties).filter(([, schema]) => !isFact(schema as object))).toEqual([]);
});
