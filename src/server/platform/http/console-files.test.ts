import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import fastify from "fastify";
import { expect, test } from "vitest";
import { mountConsole } from "./console-files.ts";

test("an address that a browser goes to is a page of the console, but none of the API's", async () => {
  const folder = await mkdtemp(join(tmpdir(), "caseload-console-"));
  await writeFile(join(folder, "index.html"), "<title>Console</title>");
  await writeFile(join(folder, "pages.json"), JSON.stringify([["^/t/[^/]+/queues$", []]]));
  await mkdir(join(folder, "assets"));
  await writeFile(join(folder, "assets/here.js"), "");
  const http = fastify();
  http.setNotFoundHandler((_request, reply) => reply.code(404).send({ error: "not_found" }));
  mountConsole(http, folder, undefined);
  const get = async (url: string, accept: string) => (await http.inject({ url, headers: { accept } })).statusCode;
  const browser = "text/html,application/xhtml+xml,*/*;q=0.8";
  expect(await get("/assets/here.js", "*/*")).toBe(200);
  for (const url of ["/", "/t/1/queues?status=failed"])
    for (const accept of [browser, "*/*"]) expect(await get(url, accept), url).toBe(200);
  for (const url of ["/v2-of-our-process", "/documents", "/apiary"])
    expect([await get(url, browser), await get(url, "*/*"), await get(url, "application/json")], url).toEqual([200, 404, 404]);
  expect(await get("/", "application/json")).toBe(404);
  const ofTheApi = ["/v2", "/v2?x", "/v2/nope", "/v2/teams/1/nope?limit=5", "/v1/runs", "/v3", "/docs", "/docs/", "/api", "/api/v2/runs"];
  const described = [
    "/openapi",
    "/openapi.yaml",
    "/swagger.json",
    "/.well-known/openapi.json",
    "/_files/x",
    "/metrics/x",
    "/graphql?query",
  ];
  for (const url of [...ofTheApi, ...described, "/assets/gone.js"]) expect(await get(url, browser), url).toBe(404);
  const policyOf = async (url: string) => (await http.inject(url)).headers["content-security-policy"];
  expect(await policyOf("/t/1/queues")).toMatch(/script-src 'self'; style-src 'self' 'nonce-[^']+';.*frame-ancestors 'none'/);
  expect(await policyOf("/pages.json")).toContain("frame-ancestors 'none'");
  // Another build took the place of this one.
  await rm(join(folder, "assets"), { recursive: true });
  expect(await get("/assets/here.js", "*/*")).toBe(404);
  await utimes(join(folder, "index.html"), 0, 0);
  expect(await get("/", browser)).toBe(503);
  await http.close();
  await rm(folder, { recursive: true });
});

test("a page names what it needs before its styles are there: of the sign-in page for whoever is signed out", async () => {
  const folder = await mkdtemp(join(tmpdir(), "caseload-console-"));
  const page =
    '<head><link rel="stylesheet" href="/first.css"><script src="/first.js"></script><link rel="stylesheet" crossorigin href="/assets/a.css"></head><body>Wait</body>';
  await writeFile(join(folder, "index.html"), page);
  await writeFile(join(folder, "first.css"), "body { color: red }");
  await writeFile(join(folder, "first.js"), "go('$&');");
  const pages = [
    ["^/sign-in/?$", ["assets/sign-in.js"]],
    ["^/t/[^/]+/queues/?$", ["assets/queues.js"]],
  ];
  await writeFile(join(folder, "pages.json"), JSON.stringify(pages));
  const http = fastify();
  mountConsole(http, folder, undefined);
  const get = async (url: string, cookie = "") => (await http.inject({ url, headers: { accept: "text/html", cookie } })).body;
  for (const url of ["/", "/sign-in", "/t/1/queues"]) {
    const shown = await get(url);
    expect(shown).toContain('href="/assets/sign-in.js"');
    expect(shown).not.toContain('href="/assets/queues.js"');
    // For a tab that has a key.
    expect(shown.includes(`<script data-first data-chunks="/assets/queues.js">go('$&');</script>`)).toBe(url === "/t/1/queues");
    expect(shown).toMatch(/<style nonce="[^"]+">body \{ color: red \}<\/style>.*go\(.*Wait.*assets\/a\.css.*<\/body>$/);
  }
  const signedIn = await get("/t/1/queues", "caseload_session=x");
  expect(signedIn).toContain('href="/assets/queues.js"');
  expect(signedIn).not.toContain("sign-in.js");
  expect(signedIn).not.toContain("data-chunks");
  const { headers, body, rawPayload } = await http.inject({ url: "/t/1/queues", headers: { accept: "text/html" } });
  const digest = createHash("sha256").update("go('$&');").digest("base64");
  expect(headers["content-security-policy"]).toContain(`script-src 'self' 'sha256-${digest}'; style-src 'self' 'nonce-`);
  expect(body).toContain(`nonce="${/'nonce-([^']+)'/.exec(String(headers["content-security-policy"]))?.[1]}"`);
  const small = await http.inject({ url: "/t/1/queues", headers: { accept: "text/html", "accept-encoding": "gzip" } });
  expect([small.headers["content-encoding"], small.headers.vary]).toEqual(["gzip", "accept-encoding"]);
  expect(gunzipSync(small.rawPayload)).toHaveLength(rawPayload.length);
  await http.close();
  await rm(folder, { recursive: true });
});
