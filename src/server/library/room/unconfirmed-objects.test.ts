import { createHash } from "node:crypto";
import { readdir, utimes } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getCodeBlob, putCodeBlob } from "#contract/agents/code-blobs.ts";
import { getFileContent, updateFileContent } from "#contract/library/files.ts";
import { agentWith, python, settled, startRunOf } from "#server/testing/agents.ts";
import { addCases, attachTo, queueIn } from "#server/testing/cases.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { warnOfMissingFiles } from "./missing-files.ts";
import { settleObjects, tablesWithObjects } from "./unconfirmed-objects.ts";

let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

const notes = () => join(service.app.services.config.dataDir, "objects", ".unconfirmed");

/** As if everything that was written until now had been written two hours ago. */
async function settleLater(): Promise<void> {
  const earlier = new Date(Date.now() - 7_200_000);
  for (const name of await readdir(notes())) await utimes(join(notes(), name), earlier, earlier);
  await settleObjects(service.app.services);
}

test("bytes whose row never came go, and all that a row names stay", async () => {
  const { objects } = service.app.services;
  const { teamId, pool } = service;
  const path = { params: { teamId, path: "a.txt" } };
  for (const content of ["first", "second"]) await service.ok(updateFileContent, { ...path, body: { content } });
  const queue_id = await queueIn(service);
  const [case_id = ""] = await addCases(service, queue_id, { title: "A" });
  await attachTo(service, { queue_id, case_id }, "note.txt", "attached");
  const program = await agentWith(
    service,
    python("import os\nos.makedirs('output', exist_ok=True)\nopen('output/a.txt', 'w').write('result')"),
  );
  await settled(service, await startRunOf(service, program.id), ["completed"]);
  const sha256 = createHash("sha256").update("blob").digest("hex");
  await service.ok(putCodeBlob, { params: { teamId, sha256 }, bytes: Buffer.from("blob") });
  const unnamed = [`teams/${teamId}/files/x`, "sandboxes/x/y", `teams/${teamId}/blobs/${"0".repeat(64)}`];
  for (const key of unnamed) await objects.put(key, Buffer.from("x"));

  await settleObjects(service.app.services);
  expect(await Promise.all(unnamed.map((key) => objects.exists(key))), "a row may still come").toEqual(unnamed.map(() => true));
  await settleLater();
  expect(await Promise.all(unnamed.map((key) => objects.exists(key)))).toEqual(unnamed.map(() => false));
  expect(await readdir(notes())).toEqual([]);
  const union = tablesWithObjects.map((table) => `select '${table}' as name, object_key from ${table} where object_key is not null`);
  const { rows } = await pool.query<{ name: string; object_key: string }>(union.join(" union all "));
  expect(new Set(rows.map((row) => row.name))).toEqual(
    new Set(["files", "file_versions", "case_attachments", "code_blobs", "sandbox_files"]),
  );
  for (const row of rows) expect(await objects.exists(row.object_key), row.name).toBe(true);
  expect((await service.ok(getFileContent, path)).content).toBe("second");
  expect(await service.ok(getCodeBlob, { params: { teamId, sha256 } })).toMatchObject({ content: "blob" });
});

test("no table names objects that is not asked", async () => {
  const { rows } = await service.pool.query<{ table_name: string }>(
    "select table_name from information_schema.columns where table_schema = 'public' and column_name = 'object_key'",
  );
  expect(rows.map((row) => row.table_name).toSorted()).toEqual(tablesWithObjects.toSorted());
});

test("a start says that the files which the rows name are somewhere else", async () => {
  const { store, objects, config } = service.app.services;
  await service.ok(updateFileContent, { params: { teamId: service.teamId, path: "kept.txt" }, body: { content: "kept" } });
  const said: string[] = [];
  const log = { warn: (text: string) => void said.push(text) };
  await warnOfMissingFiles({ store, objects, config, log });
  expect(said).toEqual([]);
  const elsewhere = { exists: async () => false };
  await warnOfMissingFiles({ store, objects: elsewhere, config, log });
  const s3 = { bucket: "files" } as NonNullable<typeof config.s3>;
  await warnOfMissingFiles({ store, objects: elsewhere, config: { ...config, s3 }, log });
  expect(said).toEqual([
    expect.stringContaining("If they are in a bucket, set S3_BUCKET"),
    expect.stringContaining("not in the bucket “files”"),
  ]);
});
