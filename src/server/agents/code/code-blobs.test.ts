import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getCodeBlob, listMissingCodeBlobs, putCodeBlob } from "#contract/agents/code-blobs.ts";
import type { TestService } from "#server/testing/service.ts";
import { startService } from "#server/testing/service.ts";

let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

const digest = (bytes: string | Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const at = (sha256: string, teamId = service.teamId) => ({ teamId, sha256 });
const put = (bytes: string | Uint8Array, sha256 = digest(bytes)) =>
  service.call(putCodeBlob, { params: at(sha256), bytes }, { as: "builder" });
const missing = (sha256: string[]) =>
  service.ok(listMissingCodeBlobs, { params: { teamId: service.teamId }, body: { sha256 } }, { as: "builder" });

test("says what is missing, each digest once", async () => {
  const [known, unknown] = [digest("known"), digest("unknown")];
  await put("known");
  expect(await missing([unknown, known, unknown])).toEqual({ bucket: `team-${service.teamId}`, missing: [unknown] });
  expect((await missing([])).missing).toEqual([]);
});

test("keeps bytes under their digest, an empty file and the largest one too", async () => {
  for (const text of ["print('ä')\n", "", "x".repeat(131_072)]) {
    expect((await put(text)).ok).toEqual({ sha256: digest(text), sizeBytes: Buffer.byteLength(text) });
    expect(await service.ok(getCodeBlob, { params: at(digest(text)) }, { as: "member" })).toEqual({ sha256: digest(text), content: text });
  }
  expect((await put("x".repeat(131_073))).error?.error).toBe("payload_too_large");
});

test("uploading again changes nothing, at once or later", async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => put("again")));
  expect(new Set(answers.map((a) => a.status))).toEqual(new Set([200]));
  expect((await put("again")).status).toBe(200);
  expect((await service.ok(getCodeBlob, { params: at(digest("again")) })).content).toBe("again");
});

test("refuses bytes that do not have the digest", async () => {
  await service.fails(putCodeBlob, { params: at(digest("one")), bytes: "two" }, "digest_mismatch");
  expect((await missing([digest("one"), digest("two")])).missing).toHaveLength(2);
  await service.fails(putCodeBlob, { params: at("A".repeat(64)), bytes: "two" }, "invalid_request");
});

test("shows text only, of its own team only", async () => {
  for (const bytes of [new Uint8Array([0xff, 0xfe]), new Uint8Array([97, 0, 98])]) {
    await put(bytes);
    await service.fails(getCodeBlob, { params: at(digest(bytes)) }, "not_text");
  }
  await put("ours");
  await service.fails(getCodeBlob, { params: at(digest("ours"), service.neighbourTeamId) }, "not_found", { as: "neighbour" });
  await service.fails(getCodeBlob, { params: at(digest("never")) }, "not_found");
  await service.fails(putCodeBlob, { params: at(digest("x")), bytes: "x" }, "forbidden", { as: "member" });
});
