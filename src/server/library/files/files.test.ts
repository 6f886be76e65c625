import { request } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  createFileUploadUrl,
  deleteFile,
  getFileContent,
  getFileDownloadUrl,
  listFiles,
  maxUploadBytes,
  minPieceBytes,
  renameFile,
  updateFileContent,
} from "#contract/library/files.ts";
import { maxTeamFiles } from "./file-paths.store.ts";
import { listTeamFiles, readTeamFile, writeTeamFile } from "./files.store.ts";
import { removeStaleUploads } from "./uploads.store.ts";
import { removeOrphanedObjects } from "#server/library/room/removed-objects.ts";
import type { CallOptions, TestService } from "#server/testing/service.ts";
import { startService } from "#server/testing/service.ts";

let service: TestService;
let now: Date | undefined;
beforeAll(async () => void (service = await startService({ clock: () => now ?? new Date() })));
afterAll(() => service.close());
beforeEach(async () => {
  now = undefined;
  await service.pool.query("delete from files");
});

const team = () => ({ teamId: service.teamId });
const at = (path: string) => ({ ...team(), path });
const write = (path: string, content: string, options?: CallOptions) =>
  service.call(updateFileContent, { params: at(path), body: { content } }, options);
const read = async (path: string) => (await service.ok(getFileContent, { params: at(path) })).content;
const paths = async () => (await service.ok(listFiles, { params: team() })).files.map((f) => f.path);
const rename = (relativePath: string, newFilenameOnly: string) => ({ params: team(), body: { relativePath, newFilenameOnly } });
const uploadUrl = (fileName: string, contentType = "text/csv") =>
  service.ok(createFileUploadUrl, { params: team(), body: { fileName, contentType } }, { as: "member" });
const upload = (url: string, body: string | Uint8Array<ArrayBuffer>) => fetch(url, { method: "PUT", body });

describe("content", () => {
  test("a write creates the file, another one replaces it", async () => {
    expect((await write("notes/a.md", "# Ä\n", { as: "member" })).ok).toEqual({ success: true });
    expect(await service.ok(getFileContent, { params: at("notes/a.md") })).toEqual({
      content: "# Ä\n",
      path: "notes/a.md",
      contentType: "text/markdown",
      version: 1,
    });
    const [before] = (await service.ok(listFiles, { params: team() })).files;
    await write("notes/a.md", "");
    expect(await read("notes/a.md")).toBe("");
    const [after] = (await service.ok(listFiles, { params: team() })).files;
    expect(after).toMatchObject({
      id: before?.id,
      name: "a.md",
      created_at: before?.created_at,
      metadata: { mimetype: "text/markdown", size: 0 },
    });
  });

  test("names keep every character that a path may have", async () => {
    for (const path of ["Übersicht 100%/a+b & c?.txt", "#1/日本語.md", "a%2Fb", "%2e%2e", "...", "x y/ z"]) {
      expect((await write(path, path)).status, path).toBe(200);
      expect(await read(path)).toBe(path);
    }
  });

  test("only text is shown", async () => {
    const { signedUrl } = await uploadUrl("image.png", "image/png");
    await upload(signedUrl, new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0xff]));
    await service.fails(getFileContent, { params: at("image.png") }, "not_text");
    await upload((await uploadUrl("zero.txt")).signedUrl, new Uint8Array([97, 0, 98]));
    await service.fails(getFileContent, { params: at("zero.txt") }, "not_text");
    for (const size of [1_000_001, 4_000_001]) {
      await upload((await uploadUrl("long.txt")).signedUrl, "x".repeat(size));
      expect((await service.fails(getFileContent, { params: at("long.txt") }, "not_text")).message).toContain("Download it instead");
    }
    await service.fails(getFileContent, { params: at("absent.txt") }, "not_found");
  });

  test("the longest text that can be written can be read", async () => {
    const content = "ä€".repeat(500_000);
    expect((await write("long.txt", content)).status).toBe(200);
    expect(await read("long.txt")).toBe(content);
    expect((await write("long.txt", `${content}x`)).error?.issues?.[0]?.path).toEqual(["content"]);
  });

  test("of writes at once one wins whole, and once the file is gone so are the others' bytes", async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => write("race.txt", String(i).repeat(1000))));
    expect(new Set(answers.map((a) => a.status))).toEqual(new Set([200]));
    const winner = await read("race.txt");
    expect(winner).toMatch(/^(\d{1,2})\1{999}$/);
    await write("other.txt", "kept");
    await service.ok(deleteFile, { params: at("race.txt") });
    const { rows } = await service.pool.query<{ object_key: string }>("select object_key from orphaned_objects");
    expect(rows.length).toBeGreaterThanOrEqual(20);
    await removeOrphanedObjects(service.app.services);
    expect(await service.app.services.objects.exists(rows[0]?.object_key ?? "")).toBe(true);
    await service.pool.query("update orphaned_objects set created_at = now() - interval '61 minutes'");
    await removeOrphanedObjects(service.app.services);
    expect((await service.pool.query("select 1 from orphaned_objects")).rowCount).toBe(0);
    for (const { object_key } of rows) expect(await service.app.services.objects.exists(object_key)).toBe(false);
    expect(await read("other.txt")).toBe("kept");
  });

  test("a path is a file or a folder", async () => {
    await write("a/b", "file");
    expect((await write("a", "x")).error?.issues).toEqual([{ path: ["path"], message: "a is a folder" }]);
    expect((await write("a/b/c/d", "x")).error?.issues?.[0]?.path).toEqual(["path"]);
    const error = await service.fails(
      createFileUploadUrl,
      { params: team(), body: { fileName: "a/b/c", contentType: "text/plain" } },
      "invalid_request",
    );
    expect(error.issues?.[0]?.path).toEqual(["fileName"]);
    const disguised = { params: team(), body: { fileName: "bills/\u202egnp.exe", contentType: "text/plain" } };
    const { issues } = await service.fails(createFileUploadUrl, disguised, "invalid_request");
    expect(issues?.[0]?.message).toBe("Remove the invisible characters (U+202E). They hide or turn around the letters beside them");
    const answers = await Promise.all([write("p", "x"), write("p/q", "x")]);
    expect(answers.map((a) => a.status).toSorted()).toEqual([200, 400]);
  });

  test("a write waits for one to its own path or folder, and for no other", async () => {
    const { store, objects } = service.app.services;
    const [held, written] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const long = store.db.transaction(async (tx) => {
      await writeTeamFile(tx, objects, { teamId: service.teamId, path: "held/a", content: Buffer.from("x"), userId: null });
      written.resolve();
      await held.promise;
    });
    await written.promise;
    expect((await write("held/b", "x")).status).toBe(200);
    const waiting = ["held/a", "held/a/b", "held"].map((path) => write(path, "y"));
    const waits = `select from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`;
    await expect.poll(async () => (await service.pool.query(waits)).rowCount).toBe(3);
    held.resolve();
    await long;
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 400, 400]);
  });

  test("a team keeps a bounded number of files", async () => {
    await service.pool.query(
      "insert into files (id, team_id, path, mimetype, size_bytes, object_key) select gen_random_uuid(), $1, 'many/' || n, 'text/plain', 0, 'none/' || n from generate_series(1, $2::int) n",
      [service.teamId, maxTeamFiles],
    );
    expect((await write("one-more", "x")).error?.message).toContain("10,000");
    expect((await service.ok(listFiles, { params: team() })).files).toHaveLength(maxTeamFiles);
  });
});

describe("list", () => {
  test("in the order of a person, and of one team only", async () => {
    for (const path of ["b/file10.csv", "B/file9.csv", "a.txt"]) await write(path, "x");
    await service.ok(
      updateFileContent,
      { params: { teamId: service.neighbourTeamId, path: "theirs" }, body: { content: "x" } },
      { as: "neighbour" },
    );
    expect(await paths()).toEqual(["a.txt", "B/file9.csv", "b/file10.csv"]);
    await service.fails(listFiles, { params: team() }, "not_found", { as: "neighbour" });
    await service.fails(listFiles, { params: team() }, "forbidden", { as: "clarity" });
  });
});

describe("signed addresses", () => {
  test("keep any type that a header can carry, and say it only where it is one", async () => {
    for (const contentType of ["CSV of March", "x".repeat(255)]) {
      const { signedUrl } = await uploadUrl("any.csv", contentType);
      await upload(signedUrl, "a");
      const { files } = await service.ok(listFiles, { params: team() });
      expect(files.find((file) => file.path === "any.csv")?.metadata?.mimetype).toBe(contentType);
      const { url } = await service.ok(getFileDownloadUrl, { params: at("any.csv") });
      expect((await fetch(url)).headers.get("content-type")).toBe("application/octet-stream");
    }
    for (const contentType of ["", "x".repeat(256), "text/csv\r\nset-cookie: a=b", "text/\u007f", "Täxt"])
      await service.fails(createFileUploadUrl, { params: team(), body: { fileName: "any.csv", contentType } }, "invalid_request");
  });

  test("an upload makes the file when its last byte has arrived", async () => {
    const { signedUrl, filePath, expiresAt } = await uploadUrl("up/data.csv");
    expect(filePath).toBe("up/data.csv");
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(800_000);
    expect(await paths()).toEqual([]);
    expect((await upload(signedUrl, "a,b\n")).status).toBe(200);
    const [file] = (await service.ok(listFiles, { params: team() })).files;
    expect(file).toMatchObject({ path: "up/data.csv", metadata: { mimetype: "text/csv", size: 4 } });
    const { url } = await service.ok(getFileDownloadUrl, { params: at("up/data.csv") });
    const download = await fetch(url);
    expect([await download.text(), download.headers.get("content-type"), download.headers.get("content-disposition")]).toEqual([
      "a,b\n",
      "text/csv",
      `attachment; filename="data.csv"; filename*=UTF-8''data.csv`,
    ]);
  });

  test("empty files and two uploads to one path", async () => {
    const first = await uploadUrl("same.csv");
    const second = await uploadUrl("same.csv", "text/plain");
    expect((await upload(first.signedUrl, "")).status).toBe(200);
    expect(await read("same.csv")).toBe("");
    await Promise.all([upload(first.signedUrl, "one".repeat(10_000)), upload(second.signedUrl, "two".repeat(10_000))]);
    expect(["one".repeat(10_000), "two".repeat(10_000)]).toContain(await read("same.csv"));
    expect(await paths()).toEqual(["same.csv"]);
  });

  describe("in pieces", () => {
    const least = minPieceBytes;
    const bytes = Buffer.alloc(2 * least + 100, "0123456789abc");
    const put = async (url: string, range: string, body?: Uint8Array<ArrayBuffer>) => {
      const { status, headers } = await fetch(url, { method: "PUT", headers: { "content-range": `bytes ${range}` }, body: body ?? null });
      return [status, headers.get("range")];
    };
    const piece = (url: string, from: number, to: number, total = bytes.length) =>
      put(url, `${from}-${to - 1}/${total}`, new Uint8Array(bytes.subarray(from, to)));
    const ask = (url: string) => put(url, `*/${bytes.length}`);
    const pieces = async () =>
      (await service.pool.query("select unnest(pieces) as key from file_uploads")).rows.map(({ key }) => String(key));

    test("a file goes on where it was cut off, also after its address has expired", async () => {
      const { signedUrl, resumable } = await uploadUrl("big.bin", "application/octet-stream");
      expect(resumable).toBe(true);
      expect(await ask(signedUrl)).toEqual([308, null]);
      expect(await piece(signedUrl, 0, least)).toEqual([308, `bytes=0-${least - 1}`]);
      // Neither what is there already nor what comes too early is taken.
      expect(await piece(signedUrl, 0, least)).toEqual([308, `bytes=0-${least - 1}`]);
      expect(await piece(signedUrl, 2 * least, bytes.length)).toEqual([308, `bytes=0-${least - 1}`]);
      expect(await paths()).toEqual([]);
      now = new Date(Date.now() + 1_000_000);
      expect(await ask(signedUrl)).toEqual([308, `bytes=0-${least - 1}`]);
      const both = await Promise.all([piece(signedUrl, least, 2 * least), piece(signedUrl, least, 2 * least)]);
      expect(both).toEqual([
        [308, `bytes=0-${2 * least - 1}`],
        [308, `bytes=0-${2 * least - 1}`],
      ]);
      expect(await piece(signedUrl, 2 * least, bytes.length)).toEqual([200, null]);
      expect(await ask(signedUrl)).toEqual([200, null]);
      const { url } = await service.ok(getFileDownloadUrl, { params: at("big.bin") });
      expect(Buffer.from(await (await fetch(url)).arrayBuffer()).equals(bytes)).toBe(true);
      expect(await pieces()).toEqual([]);
      now = new Date(Date.now() + 90_000_000);
      expect((await ask(signedUrl))[0]).toBe(404);
    });

    test("what does not fit is refused and nothing of it kept", async () => {
      const { signedUrl } = await uploadUrl("odd.bin");
      expect((await piece(signedUrl, 0, 10))[0]).toBe(400);
      expect((await put(signedUrl, `0-${least}/${bytes.length}`, new Uint8Array(least)))[0]).toBe(400);
      expect((await put(signedUrl, `0-9/${bytes.length}`, new Uint8Array(least)))[0]).toBe(400);
      expect((await put(signedUrl, `0-9/10`, new Uint8Array(least)))[0]).toBe(400);
      for (const range of ["9-0/10", "0-10/10", "0-9", "0-9/*", "x"])
        expect((await put(signedUrl, range, new Uint8Array(1)))[0], range).toBe(400);
      expect((await put(signedUrl, `*/${maxUploadBytes + 1}`))[0]).toBe(413);
      expect(await paths()).toEqual([]);
    });

    test("one that nobody goes on with is given up after a day", async () => {
      const { signedUrl } = await uploadUrl("left.bin");
      await piece(signedUrl, 0, least);
      const kept = await pieces();
      await removeStaleUploads(service.app.services, () => false);
      expect(await pieces()).toEqual(kept);
      await service.pool.query("update file_uploads set updated_at = now() - interval '25 hours'");
      const { rows: more } = await service.pool.query(
        `insert into file_uploads (id, team_id, pieces, updated_at)
         select gen_random_uuid(), $1, array['piece ' || n || 'a', 'piece ' || n || 'b'], now() - interval '26 hours' from generate_series(1, 7) n
         returning pieces`,
        [service.teamId],
      );
      // A portion ends with the upload whose pieces are more than enough; a process that ends leaves the rest to others.
      let portions = 0;
      await removeStaleUploads(service.app.services, () => ++portions > 1, { uploads: 4, pieces: 3 });
      expect((await service.pool.query("select from file_uploads where pieces[1] like 'piece %'")).rowCount).toBe(5);
      await Promise.all([1, 2].map(() => removeStaleUploads(service.app.services, () => false, { uploads: 2, pieces: 100 })));
      await removeStaleUploads(service.app.services, () => false);
      kept.push(...more.flatMap((row) => row.pieces as string[]));
      expect(await pieces()).toEqual([]);
      expect(await ask(signedUrl)).toEqual([308, null]);
      const { rows } = await service.pool.query("select 1 from orphaned_objects where object_key = any($1)", [kept]);
      expect(rows).toHaveLength(kept.length);
    });
  });

  test("neither expired nor tampered ones do anything", async () => {
    const { signedUrl } = await uploadUrl("never.csv");
    await write("there.txt", "x");
    const { url } = await service.ok(getFileDownloadUrl, { params: at("there.txt") });
    const address = signedUrl.lastIndexOf("/") + 1;
    const [payload = "", signature = ""] = signedUrl.slice(address).split(".");
    const grant = JSON.parse(Buffer.from(payload, "base64url").toString()) as Record<string, unknown>;
    const forged = Buffer.from(JSON.stringify({ ...grant, path: "elsewhere.csv" })).toString("base64url");
    const flipped = `${signature.startsWith("A") ? "B" : "A"}${signature.slice(1)}`;
    for (const token of [
      `${forged}.${signature}`,
      `${payload}.${flipped}`,
      payload,
      `${payload}.`,
      `.${signature}`,
      `${payload}.${signature}x`,
    ]) {
      expect((await upload(signedUrl.slice(0, address) + token, "x")).status, token).toBe(404);
    }
    expect((await upload(url, "x")).status).toBe(404);
    expect((await fetch(signedUrl)).status).toBe(404);
    now = new Date(Date.now() + 901_000);
    expect((await upload(signedUrl, "x")).status).toBe(404);
    expect((await fetch(url)).status).toBe(404);
    expect(await paths()).toEqual(["there.txt"]);
  });

  test("an upload to what became a folder keeps nothing", async () => {
    const { signedUrl } = await uploadUrl("late");
    await write("late/inside", "x");
    expect((await upload(signedUrl, "x")).status).toBe(400);
    expect(await paths()).toEqual(["late/inside"]);
  });
});

describe("rename", () => {
  test("changes the base name only", async () => {
    await write("dir/data.csv", "x");
    await service.ok(renameFile, rename("dir/data.csv", "results"));
    expect(await paths()).toEqual(["dir/results.csv"]);
    await service.ok(renameFile, rename("dir/results.csv", "results.csv"));
    await service.ok(renameFile, rename("dir/results.csv", "Results.CSV"));
    expect([await paths(), await read("dir/Results.csv")]).toEqual([["dir/Results.csv"], "x"]);
  });

  test("refuses taken, too long and empty names, and absent files", async () => {
    for (const path of ["a.txt", "b.txt", "c", "folder/x"]) await write(path, "x");
    await service.fails(renameFile, rename("a.txt", "b"), "name_taken");
    await service.fails(renameFile, rename("c", "folder"), "name_taken");
    await service.fails(renameFile, rename("absent.txt", "b"), "not_found");
    for (const name of [".txt", "ä".repeat(126), "a/b", "..", "a\\b", "a\u0000", "\u202egnp", ""]) {
      expect((await service.fails(renameFile, rename("a.txt", name), "invalid_request")).issues?.[0]?.path).toEqual(["newFilenameOnly"]);
    }
    expect(await paths()).toEqual(["a.txt", "b.txt", "c", "folder/x"]);
  });

  test("of two renames to one name one succeeds", async () => {
    await Promise.all([write("a.txt", "a"), write("b.txt", "b")]);
    const answers = await Promise.all(["a.txt", "b.txt"].map((from) => service.call(renameFile, rename(from, "c"))));
    expect(answers.map((a) => a.status).toSorted()).toEqual([200, 409]);
  });
});

describe("delete", () => {
  test("takes the file away once", async () => {
    await write("gone.txt", "x");
    expect(await service.ok(deleteFile, { params: at("gone.txt") })).toEqual({ success: true });
    await service.fails(deleteFile, { params: at("gone.txt") }, "not_found");
    await service.fails(getFileDownloadUrl, { params: at("gone.txt") }, "not_found");
  });
});

/** `fetch` would tidy the path up before sending it. */
function raw(method: string, path: string): Promise<number> {
  const { hostname, port } = new URL(service.url);
  const headers = { authorization: `Bearer ${service.keys.owner}`, ...(method === "PUT" && { "content-type": "application/json" }) };
  return new Promise((done, fail) => {
    const sent = request(
      { hostname, port, method, path, headers },
      (answer) => void answer.resume().on("end", () => done(answer.statusCode ?? 0)),
    );
    sent.on("error", fail);
    sent.end(method === "PUT" ? JSON.stringify({ content: "x" }) : undefined);
  });
}

describe("traversal", () => {
  const spellings = [
    "..",
    "../x",
    "%2e%2e/x",
    "%2e%2e%2fx",
    "a/..%2f..%2fx",
    "..%5cx",
    "%5c..%5cx",
    "a%5cb",
    "a%00b",
    "%00",
    "a//b",
    "./a",
    "a/.",
    "a/",
    "%2fetc/passwd",
    "/etc/passwd",
    "%",
    "%zz",
    "%ff",
    "%c0%ae%c0%ae/x",
  ];

  test("no spelling of a path changes or shows anything", async () => {
    await write("safe.txt", "safe");
    for (const [method, prefix] of [
      ["GET", "files/content"],
      ["PUT", "files/content"],
      ["GET", "files/download-url"],
      ["DELETE", "files"],
    ] as const) {
      for (const spelling of spellings) {
        const status = await raw(method, `/v2/teams/${service.teamId}/${prefix}/${spelling}`);
        expect([400, 404], `${method} ${prefix}/${spelling}: ${status}`).toContain(status);
      }
    }
    expect([await paths(), await read("safe.txt")]).toEqual([["safe.txt"], "safe"]);
  });

  test("what was encoded twice is a name, not a way out", async () => {
    expect(await raw("PUT", `/v2/teams/${service.teamId}/files/content/%252e%252e%252fx`)).toBe(200);
    expect(await paths()).toEqual(["%2e%2e%2fx"]);
    expect(await raw("GET", `/v2/teams/${service.teamId}/files/content/%252e%252e%252fy`)).toBe(404);
  });

  test("paths in bodies are held to the same rule", async () => {
    for (const path of ["../x", "/x", "a\\b", "a\u0000b", "a/../b", "a//b", "."]) {
      await service.fails(createFileUploadUrl, { params: team(), body: { fileName: path, contentType: "text/plain" } }, "invalid_request");
      await service.fails(renameFile, rename(path, "x"), "invalid_request");
    }
  });
});

test("the engine writes in its own transaction", async () => {
  const { store, objects } = service.app.services;
  const { teamId } = service;
  const content = Buffer.from("kept");
  await store.db.transaction((tx) => writeTeamFile(tx, objects, { teamId, path: "engine/a.txt", content, userId: null }));
  const undone = store.db.transaction(async (tx) => {
    await writeTeamFile(tx, objects, { teamId, path: "engine/a.txt", content: Buffer.from("undone"), userId: null });
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  expect(Buffer.from((await readTeamFile(store.db, objects, teamId, "engine/a.txt")) ?? []).toString()).toBe("kept");
  expect(await readTeamFile(store.db, objects, teamId, "absent")).toBeUndefined();
  expect((await listTeamFiles(store.db, teamId)).map((f) => [f.path, f.size_bytes])).toEqual([["engine/a.txt", 4]]);
});
