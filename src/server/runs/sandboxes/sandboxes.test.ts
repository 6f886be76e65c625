import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  createSandbox,
  createSandboxUploadUrl,
  getSandboxDownloadUrl,
  listSandboxFiles,
  uploadSandboxFile,
} from "#contract/runs/sandboxes.ts";
import { newId } from "#server/platform/db/columns.ts";
import type { CallOptions, TestService } from "#server/testing/service.ts";
import { startService } from "#server/testing/service.ts";
import { removeExpiredSandboxes, touchSandbox, usedByRun } from "./sandboxes.store.ts";
import { keepSandboxOutputs, sandboxFiles } from "./sandbox-files.store.ts";

let service: TestService;
let now: Date | undefined;
const clock = () => now ?? new Date();
const hours = (n: number) => new Date(Date.now() + n * 3_600_000);
beforeAll(async () => void (service = await startService({ clock })));
afterAll(() => service.close());
beforeEach(() => void (now = undefined));

const create = async (options: CallOptions = { as: "member" }) =>
  (await service.ok(createSandbox, { body: { team_id: service.teamId } }, options)).sandbox_id;
const put = (sandbox_id: string, path: string, bytes: string | Uint8Array = "x", options: CallOptions = { as: "member" }) =>
  service.call(uploadSandboxFile, { params: { sandbox_id }, query: { path }, bytes }, options);
const list = async (sandbox_id: string, path?: string) =>
  (await service.ok(listSandboxFiles, { params: { sandbox_id }, query: path === undefined ? {} : { path } }, { as: "member" })).files;

/** A run of `user` that works in the sandbox. */
async function runIn(sandbox_id: string, user: string): Promise<void> {
  const agent = newId();
  await service.pool.query("insert into agents (id, team_id, name, type) values ($1, $2, 'Agent', 'code')", [agent, service.teamId]);
  await service.pool.query(
    "insert into runs (id, team_id, agent_id, build_id, user_id, status, source, title, run_number, sandbox_id) values ($1, $2, $3, $1, $4, 'completed', 'api', 'Work', 1, $5)",
    [newId(), service.teamId, agent, user, sandbox_id],
  );
  await touchSandbox(service.app.services.store.db, sandbox_id, clock(), usedByRun);
}

describe("create", () => {
  test("for 24 hours, in the team that is named or else the first", async () => {
    const { sandbox_id, expires_at } = await service.ok(createSandbox, { body: {} }, { as: "member" });
    expect(Math.abs(Date.parse(expires_at) - hours(24).getTime())).toBeLessThan(60_000);
    const { rows } = await service.pool.query("select team_id, user_id from sandboxes where id = $1", [sandbox_id]);
    expect(rows).toEqual([{ team_id: service.teamId, user_id: service.ids.member }]);
  });

  test("not in a team of others, nor with too low a role", async () => {
    await service.fails(createSandbox, { body: { team_id: service.strangerTeamId } }, "not_found", { as: "member" });
    await service.fails(createSandbox, { body: { team_id: newId() } }, "not_found", { as: "member" });
    await service.fails(createSandbox, { body: { team_id: service.teamId } }, "forbidden", { as: "clarity" });
    await service.fails(createSandbox, { body: {} }, "forbidden", { as: "clarity" });
  });
});

describe("files", () => {
  test("go in directly or by signed address, and come out again", async () => {
    const id = await create();
    expect((await put(id, "/workspace/in/data.csv", "a,b\n")).ok).toEqual({ path: "/workspace/in/data.csv", size_bytes: 4 });
    expect((await put(id, "/workspace/empty", "")).ok?.size_bytes).toBe(0);
    const { upload_url, path, expires_in_seconds } = await service.ok(
      createSandboxUploadUrl,
      { params: { sandbox_id: id }, body: { path: "/workspace/in/big.bin" } },
      { as: "member" },
    );
    expect([path, expires_in_seconds]).toEqual(["/workspace/in/big.bin", 900]);
    expect((await fetch(upload_url, { method: "PUT", body: "12345" })).status).toBe(200);
    expect(await list(id)).toEqual([
      { name: "empty", path: "/workspace/empty", type: "file", size_bytes: 0 },
      { name: "in", path: "/workspace/in", type: "dir", size_bytes: 0 },
    ]);
    expect((await list(id, "/workspace/in")).map((f) => [f.name, f.type, f.size_bytes])).toEqual([
      ["big.bin", "file", 5],
      ["data.csv", "file", 4],
    ]);
    expect(await list(id, "/workspace/nowhere")).toEqual([]);
    expect(await list(id, "/workspace/empty")).toEqual([]);
    const { url } = await service.ok(
      getSandboxDownloadUrl,
      { params: { sandbox_id: id }, query: { path: "/workspace/in/data.csv" } },
      { as: "member" },
    );
    expect(await (await fetch(url)).text()).toBe("a,b\n");
    await service.fails(getSandboxDownloadUrl, { params: { sandbox_id: id }, query: { path: "/workspace/in" } }, "not_found", {
      as: "member",
    });
  });

  test("replace each other whole", async () => {
    const id = await create();
    const answers = await Promise.all(["one", "two", "three", "four"].map((text) => put(id, "/workspace/a", text)));
    expect(new Set(answers.map((a) => a.status))).toEqual(new Set([201]));
    const stored = await sandboxFiles(service.app.services.store.db, id);
    expect(stored).toHaveLength(1);
    const bytes = await service.app.services.objects.bytes(stored[0]?.object_key ?? "");
    expect(bytes).toHaveLength(stored[0]?.size_bytes ?? -1);
    expect((await service.pool.query("select 1 from orphaned_objects where object_key like $1", [`sandboxes/${id}/%`])).rowCount).toBe(3);
  });

  test("stay below the workspace, each a file or a folder", async () => {
    const id = await create();
    await put(id, "/workspace/a/b");
    for (const path of [
      "/workspace",
      "/workspace/",
      "/etc/passwd",
      "/workspace/../x",
      "/workspace/a//b",
      "/workspace/a\\b",
      "/workspace/a\u0000",
      "workspace/a",
    ]) {
      expect((await put(id, path)).error?.issues?.[0]?.path, path).toEqual(["path"]);
      await service.fails(createSandboxUploadUrl, { params: { sandbox_id: id }, body: { path } }, "invalid_request", { as: "member" });
      await service.fails(getSandboxDownloadUrl, { params: { sandbox_id: id }, query: { path } }, "invalid_request", { as: "member" });
    }
    for (const path of ["/workspace/a", "/workspace/a/b/c"]) expect((await put(id, path)).error?.issues?.[0]?.path).toEqual(["path"]);
    expect((await list(id)).map((f) => f.path)).toEqual(["/workspace/a"]);
  });

  test("have limits: 10 MB directly, 200 MB and 1,000 files together", async () => {
    const id = await create();
    expect((await put(id, "/workspace/big", new Uint8Array(10_000_001))).error?.error).toBe("payload_too_large");
    const fill = (count: number, size: number) =>
      service.pool.query(
        "insert into sandbox_files (sandbox_id, path, size_bytes, object_key) select $1, 'f/' || n, $3, 'none/' || n from generate_series(1, $2::int) n",
        [id, count, size],
      );
    await fill(2, 99_999_999);
    expect((await put(id, "/workspace/ok", "12")).status).toBe(201);
    expect((await put(id, "/workspace/ok", "123")).error).toMatchObject({
      error: "payload_too_large",
      message: "The files of a sandbox may have at most 200 MB together.",
    });
    await service.pool.query("delete from sandbox_files where sandbox_id = $1", [id]);
    await fill(1_000, 1);
    expect((await put(id, "/workspace/one-more")).error?.error).toBe("payload_too_large");
    expect((await put(id, "/workspace/f/1", "12")).status).toBe(201);
  });
});

describe("who", () => {
  test("its maker, Managers, and whoever ran something in it", async () => {
    const id = await create();
    const params = { sandbox_id: id };
    await put(id, "/workspace/a");
    const query = { path: "/workspace/a" };
    await service.fails(listSandboxFiles, { params }, "forbidden", { as: "colleague" });
    await service.fails(createSandboxUploadUrl, { params, body: query }, "forbidden", { as: "colleague" });
    await service.fails(getSandboxDownloadUrl, { params, query }, "forbidden", { as: "colleague" });
    await service.fails(uploadSandboxFile, { params, query, bytes: "x" }, "forbidden", { as: "builder" });
    await service.fails(listSandboxFiles, { params }, "not_found", { as: "neighbour" });
    for (const as of ["manager", "owner", "director"] as const)
      expect((await service.call(listSandboxFiles, { params }, { as })).status).toBe(200);
    await runIn(id, service.ids.colleague);
    expect((await service.call(getSandboxDownloadUrl, { params, query }, { as: "colleague" })).status).toBe(200);
  });
});

describe("expiry", () => {
  test("each use keeps it for another 24 hours; then nothing can be written", async () => {
    const id = await create();
    now = hours(23);
    await put(id, "/workspace/a");
    const { upload_url } = await service.ok(
      createSandboxUploadUrl,
      { params: { sandbox_id: id }, body: { path: "/workspace/late" } },
      { as: "member" },
    );
    now = hours(46);
    expect((await put(id, "/workspace/b")).status).toBe(201);
    now = hours(71);
    expect((await put(id, "/workspace/c")).error?.error).toBe("sandbox_expired");
    await service.fails(createSandboxUploadUrl, { params: { sandbox_id: id }, body: { path: "/workspace/c" } }, "sandbox_expired", {
      as: "member",
    });
    expect((await fetch(upload_url, { method: "PUT", body: "x" })).status).toBe(404);
    expect(await touchSandbox(service.app.services.store.db, id, clock())).toBe(false);
    expect((await list(id)).map((f) => f.name)).toEqual(["a", "b"]);
  });

  test("an upload that ends too late keeps nothing", async () => {
    const id = await create();
    now = hours(23.9);
    const { rows } = await service.pool.query<{ expires_at: Date }>("select expires_at from sandboxes where id = $1", [id]);
    const { upload_url } = await service.ok(
      createSandboxUploadUrl,
      { params: { sandbox_id: id }, body: { path: "/workspace/late" } },
      { as: "member" },
    );
    await service.pool.query("update sandboxes set expires_at = $2 where id = $1", [id, rows[0]?.expires_at]);
    now = hours(24.1);
    expect((await fetch(upload_url, { method: "PUT", body: "x" })).status).toBe(409);
    expect(await list(id)).toEqual([]);
  });

  test("housekeeping removes what nobody uses, and nothing that a run refers to", async () => {
    const { store } = service.app.services;
    const gone = await create();
    await put(gone, "/workspace/a");
    const [file] = await sandboxFiles(store.db, gone);
    const used = await create();
    await runIn(used, service.ids.member);
    now = hours(25);
    const fresh = await create();
    await removeExpiredSandboxes(service.app.services);
    const { rows } = await service.pool.query<{ id: string }>("select id from sandboxes where id = any($1)", [[gone, used, fresh]]);
    expect(rows.map((r) => r.id).toSorted()).toEqual([used, fresh].toSorted());
    expect((await service.pool.query("select 1 from orphaned_objects where object_key = $1", [file?.object_key])).rowCount).toBe(1);
    expect((await put(used, "/workspace/b")).status).toBe(201);
  });
});

test("a run's results are added to its sandbox and replace older ones", async () => {
  const { store } = service.app.services;
  const id = await create();
  const result = (path: string, n: number) => ({ path, object_key: `sandboxes/${id}/${n}`, size_bytes: n });
  await keepSandboxOutputs(store.db, id, [result("output/a", 1), result("output/b", 2)]);
  await keepSandboxOutputs(store.db, id, [result("output/b", 3)]);
  expect(await sandboxFiles(store.db, id)).toEqual([result("output/a", 1), result("output/b", 3)]);
  expect((await list(id, "/workspace/output")).map((f) => [f.name, f.size_bytes])).toEqual([
    ["a", 1],
    ["b", 3],
  ]);
  // A file takes the place of a folder, and a folder that of a file.
  await keepSandboxOutputs(store.db, id, [result("output/b/c", 4), result("output/b/d/e", 5), result("output/ba", 6)]);
  await keepSandboxOutputs(store.db, id, [result("output/b/d", 7)]);
  expect((await sandboxFiles(store.db, id)).map(({ path, size_bytes }) => [path, size_bytes])).toEqual([
    ["output/a", 1],
    ["output/b/c", 4],
    ["output/b/d", 7],
    ["output/ba", 6],
  ]);
  const { rows } = await service.pool.query("select object_key from orphaned_objects where object_key = any($1)", [
    [2, 3, 5].map((n) => result("", n).object_key),
  ]);
  expect(rows).toHaveLength(3);
});

test("results that a sandbox has no room for are not kept, and say so", async () => {
  const { store } = service.app.services;
  const id = await create();
  const result = (path: string, size_bytes: number) => ({ path, object_key: `sandboxes/${id}/${path}`, size_bytes });
  const keep = (...files: ReturnType<typeof result>[]) => store.db.transaction((tx) => keepSandboxOutputs(tx, id, files));
  await keep(result("output/large", 400_000_000));
  await expect(keep(result("output/one", 1))).rejects.toThrow("at most 400 MB together");
  await keep(result("output/large", 0));
  await service.pool.query(
    "insert into sandbox_files (sandbox_id, path, size_bytes, object_key) select $1, 'f' || n, 0, 'none' from generate_series(1, 4999) n",
    [id],
  );
  await expect(keep(result("output/one", 0))).rejects.toThrow("at most 5,000 files");
  await keep(result("output/large", 1));
  expect(await sandboxFiles(store.db, id)).toHaveLength(5000);
});
