import { afterAll, beforeAll, expect, it } from "vitest";
import { createAgent, deleteAgent } from "#contract/agents/agents.ts";
import { createRevision } from "#contract/agents/revisions.ts";
import {
  getFileVersion,
  keptVersions,
  listFileUsers,
  listFileVersions,
  maxVersionBytes,
  restoreFileVersion,
} from "#contract/library/file-versions.ts";
import { createFileUploadUrl, getFileContent, renameFile, updateFileContent } from "#contract/library/files.ts";
import { python, scripted } from "#server/testing/agents.ts";
import { type CallOptions, type TestService, startService } from "#server/testing/service.ts";

let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

const team = () => ({ teamId: service.teamId });
const at = (path: string) => ({ ...team(), path });
const write = (path: string, content: string, expected_version?: number, options?: CallOptions) =>
  service.call(
    updateFileContent,
    { params: at(path), body: { content, ...(expected_version !== undefined && { expected_version }) } },
    options,
  );
const versions = async (path: string) => (await service.ok(listFileVersions, { params: at(path) })).versions;
const contentOf = async (path: string, version: number) =>
  (await service.ok(getFileVersion, { params: at(path), query: { version: String(version) } })).content;
const upload = async (path: string, body: Uint8Array<ArrayBuffer>) => {
  const { signedUrl } = await service.ok(createFileUploadUrl, { params: team(), body: { fileName: path, contentType: "text/plain" } });
  expect((await fetch(signedUrl, { method: "PUT", body })).status).toBe(200);
};

it("every content is kept with its author, over a rename, and comes back", async () => {
  await write("a.md", "one", undefined, { as: "member" });
  await write("a.md", "two", undefined, { as: "manager" });
  await service.ok(renameFile, { params: team(), body: { relativePath: "a.md", newFilenameOnly: "b" } });
  await upload("b.md", Buffer.from("three"));
  expect((await versions("b.md")).map((v) => [v.version, v.size, v.created_by_name, v.current])).toEqual([
    [3, 5, "owner", true],
    [2, 3, "manager", false],
    [1, 3, "member", false],
  ]);
  expect([await contentOf("b.md", 1), await contentOf("b.md", 3)]).toEqual(["one", "three"]);
  expect(await service.ok(restoreFileVersion, { params: at("b.md"), body: { version: 1, expected_version: 3 } })).toEqual({ version: 4 });
  expect(await service.ok(getFileContent, { params: at("b.md") })).toMatchObject({ content: "one", version: 4 });
  await service.fails(restoreFileVersion, { params: at("b.md"), body: { version: 1, expected_version: 3 } }, "version_conflict");
  for (const params of [at("b.md"), at("absent.md")]) {
    await service.fails(getFileVersion, { params, query: { version: "9" } }, "not_found");
    await service.fails(restoreFileVersion, { params, body: { version: 9 } }, "not_found");
  }
  await service.fails(listFileVersions, { params: at("absent.md") }, "not_found");
});

it("a write over another version than the one it knows changes nothing", async () => {
  expect((await write("c.txt", "first", 0)).status).toBe(200);
  expect((await write("c.txt", "second", 1)).status).toBe(200);
  for (const known of [0, 1, 3]) {
    const error = await service.fails(
      updateFileContent,
      { params: at("c.txt"), body: { content: "lost", expected_version: known } },
      "version_conflict",
    );
    expect(error.version).toBe(2);
  }
  expect((await write("gone.txt", "x", 1)).error).toMatchObject({ error: "version_conflict", version: 0 });
  const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => write("c.txt", `writer ${i}`, 2)));
  expect(answers.map((a) => a.status).toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
  expect((await versions("c.txt")).map((v) => v.version)).toEqual([3, 2, 1]);
});

it("keeps the last hundred, and nothing that is large", async () => {
  await write("many.txt", "0");
  await service.pool.query("update files set version = 1000 where path = 'many.txt'");
  await service.pool.query(
    "insert into file_versions (file_id, version, size_bytes, object_key, written_at) select id, n, 1, 'none/' || n, now() from files, generate_series(901, 999) n where path = 'many.txt'",
  );
  await write("many.txt", "1");
  const kept = await versions("many.txt");
  expect([kept.length, kept[0]?.version, kept.at(-1)?.version]).toEqual([keptVersions, 1001, 902]);
  const orphans = "select object_key from orphaned_objects where object_key = 'none/901'";
  expect((await service.pool.query(orphans)).rowCount).toBe(1);

  await upload("large.bin", Buffer.alloc(maxVersionBytes + 1));
  await upload("large.bin", Buffer.from([0]));
  await service.fails(getFileVersion, { params: at("large.bin"), query: { version: "2" } }, "not_text");
  expect((await versions("large.bin")).map((v) => v.version)).toEqual([2]);
});

it("says which revisions name a file", async () => {
  const params = team();
  const files = ["used.csv"];
  const { agent: reader } = await service.ok(createAgent, {
    params,
    body: { name: "Reader", build: { name: "First", config: python("print(1)", { files }) } },
  });
  const config = scripted("say Done");
  const { agent: writer } = await service.ok(createAgent, { params, body: { name: "Writer", build: { name: "First", config } } });
  const { build } = await service.ok(createRevision, {
    params: { agent_id: writer.id },
    body: { name: "Draft", config: { ...config, data: { ...config.data, files } } as typeof config },
  });
  const { users, total } = await service.ok(listFileUsers, { params: at("used.csv") }, { as: "member" });
  expect(users.map((u) => [u.agent_name, u.revision_number, u.status])).toEqual([
    ["Reader", 1, "live"],
    ["Writer", 2, "draft"],
  ]);
  expect([total, users[1]?.build_id]).toEqual([2, build.id]);
  await service.ok(deleteAgent, { params: { agent_id: reader.id } });
  expect((await service.ok(listFileUsers, { params: at("used.csv") })).total).toBe(1);
  expect((await service.ok(listFileUsers, { params: at("used") })).users).toEqual([]);
});
