import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createFileUploadUrl, getFileDownloadUrl } from "#contract/library/files.ts";
import { createSkill } from "#contract/library/skills.ts";
import { type TestService, startService } from "#server/testing/service.ts";

let service: TestService;
let byAddress: string;
let byOperation: string;
const content = randomBytes(300_000);
beforeAll(async () => {
  service = await startService();
  const params = { teamId: service.teamId };
  const { signedUrl } = await service.ok(createFileUploadUrl, { params, body: { fileName: "a b.bin", contentType: "text/csv" } });
  await fetch(signedUrl, { method: "PUT", body: content });
  byAddress = (await service.ok(getFileDownloadUrl, { params: { ...params, path: "a b.bin" } })).url;
  const { skill } = await service.ok(createSkill, { params, body: { name: "tidy", description: "Tidies", content: "# Tidy" } });
  byOperation = `${service.url}/v2/skills/${skill.id}/download`;
});
afterAll(() => service.close());

describe.each([
  ["a signed address", () => byAddress],
  ["an operation", () => byOperation],
])("what is downloaded by %s", (_way, url) => {
  const get = (headers: Record<string, string> = {}, method = "GET") =>
    fetch(url(), { method, headers: { authorization: `Bearer ${service.keys.owner}`, ...headers } });
  const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

  it("says how long it is, what it is, and that parts can be had", async () => {
    const answer = await get({ "accept-encoding": "gzip, br" });
    const bytes = await bytesOf(answer);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-length": String(bytes.length),
      "accept-ranges": "bytes",
      etag: expect.stringMatching(/^"[\w-]+"$/) as string,
      "content-disposition": expect.stringMatching(/^attachment; /) as string,
    });
    expect(answer.headers.get("content-encoding")).toBeNull();
    if (url() === byAddress) {
      expect(bytes).toEqual(content);
      expect(Date.parse(answer.headers.get("last-modified") ?? "")).toBeGreaterThan(Date.now() - 3_600_000);
    }
    const head = await get({}, "HEAD");
    expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([200, String(bytes.length), ""]);
  });

  it("comes in the part that is asked for", async () => {
    const whole = await bytesOf(await get());
    const n = whole.length;
    for (const [range, first, last] of [
      ["bytes=5-9", 5, 9],
      ["bytes=0-0", 0, 0],
      ["bytes=100-", 100, n - 1],
      ["bytes=-7", n - 7, n - 1],
      [`bytes=0-${n * 2}`, 0, n - 1],
      [`bytes=-${n * 2}`, 0, n - 1],
    ] as const) {
      const answer = await get({ range });
      expect([answer.status, answer.headers.get("content-range"), answer.headers.get("content-length")], range).toEqual([
        206,
        `bytes ${first}-${last}/${n}`,
        String(last - first + 1),
      ]);
      expect(await bytesOf(answer), range).toEqual(whole.subarray(first, last + 1));
    }
    for (const range of ["bytes=5-2", "lines=1-2", "bytes=0-1,5-6", "bytes=-", "bytes=a-b", ""]) {
      const answer = await get({ range });
      expect([answer.status, await bytesOf(answer)], range).toEqual([200, whole]);
    }
    for (const range of [`bytes=${n}-`, `bytes=${n * 2}-${n * 3}`, "bytes=-0"]) {
      const answer = await get({ range });
      expect([answer.status, answer.headers.get("content-range")], range).toEqual([416, `bytes */${n}`]);
      expect(await answer.json()).toMatchObject({ error: "range_not_satisfiable" });
    }
  });

  it("goes on only from the same bytes", async () => {
    const first = await get();
    const etag = first.headers.get("etag") ?? "";
    const modified = first.headers.get("last-modified");
    await first.arrayBuffer();
    const resumed = async (since: string) => (await get({ range: "bytes=1-", "if-range": since })).status;
    expect([await resumed(etag), await resumed('"other"'), await resumed(`W/${etag}`)]).toEqual([206, 200, 200]);
    if (modified) expect([await resumed(modified), await resumed("Mon, 01 Jan 2024 00:00:00 GMT")]).toEqual([206, 200]);
    expect((await get({ "if-none-match": etag })).status).toBe(304);
    expect((await get({ "if-none-match": '"other"' })).status).toBe(200);
    if (modified) expect((await get({ "if-modified-since": modified })).status).toBe(304);
  });
});

it("signed addresses may be used from any site", async () => {
  const origin = "https://elsewhere.example";
  const beforehand = await fetch(byAddress, {
    method: "OPTIONS",
    headers: { origin, "access-control-request-method": "PUT", "access-control-request-headers": "content-range, x-own" },
  });
  expect(beforehand.status).toBe(204);
  expect(Object.fromEntries(beforehand.headers)).toMatchObject({
    "access-control-allow-origin": "*",
    "access-control-allow-methods": "GET, HEAD, PUT",
    "access-control-allow-headers": expect.stringMatching(/content-range.*\*/) as string,
  });
  const missing = `${byAddress}x`;
  for (const [url, method, status] of [
    [byAddress, "GET", 200],
    [byAddress, "HEAD", 200],
    [missing, "GET", 404],
    [missing, "PUT", 404],
  ] as const) {
    const answer = await fetch(url, { method, headers: { origin }, ...(method === "PUT" && { body: "x" }) });
    expect([answer.status, answer.headers.get("access-control-allow-origin")], `${method} ${status}`).toEqual([status, "*"]);
    for (const name of ["Content-Disposition", "Content-Range", "ETag", "Accept-Ranges", "Content-Length"])
      expect(answer.headers.get("access-control-expose-headers")).toContain(name);
    expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
    await answer.arrayBuffer();
  }
});
