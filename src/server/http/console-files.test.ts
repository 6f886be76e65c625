import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fastify from "fastify";
import { expect, test } from "vitest";
import { mountConsole } from "./console-files.ts";

test("every address is a page of the console, but none of the API's", async () => {
  const folder = await mkdtemp(join(tmpdir(), "caseload-console-"));
  await writeFile(join(folder, "index.html"), "<title>Console</title>");
  await writeFile(join(folder, "pages.json"), "[]");
  const http = fastify();
  http.setNotFoundHandler((_request, reply) => reply.code(404).send({ error: "not_found" }));
  mountConsole(http, folder, undefined);
  const get = async (url: string) => (await http.inject(url)).statusCode;
  expect(await get("/t/1/queues?status=failed")).toBe(200);
  expect(await get("/v2-of-our-process")).toBe(200);
  for (const url of ["/v2", "/v2?x", "/v2/nope", "/v2/teams/1/nope?limit=5", "/v1/runs", "/assets/gone.js"])
    expect(await get(url)).toBe(404);
  const policyOf = async (url: string) => (await http.inject(url)).headers["content-security-policy"];
  expect(await policyOf("/t/1")).toMatch(/script-src 'self'; style-src 'self' 'nonce-[^']+';.*frame-ancestors 'none'/);
  expect(await policyOf("/pages.json")).toContain("frame-ancestors 'none'");
  await http.close();
  await rm(folder, { recursive: true });
});
