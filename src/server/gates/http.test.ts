import { randomUUID } from "node:crypto";
import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { needsSession } from "#contract/access.ts";
import { type EndpointSpec, isUnkept } from "#contract/endpoint.ts";
import { createAgent } from "#contract/agents/agents.ts";
import { ErrorBody } from "#contract/errors.ts";
import type { $ZodType } from "#contract/zod.ts";
import { updateFileContent } from "#contract/library/files.ts";
import { createApiKey } from "#contract/teams/api-keys.ts";
import { getProfile, updateProfile } from "#contract/teams/profile.ts";
import { parseInput, parseJson } from "#server/platform/http/parse.ts";
import { Refusal } from "#server/platform/http/refusal.ts";
import { stageFor } from "#server/gates/stage/stage.ts";
import { openApiDocument } from "#server/platform/http/openapi/document.ts";
import { bodyLimitOf } from "#server/platform/http/mount.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { type Subject, inputFor, subjects } from "./examples.ts";
import { inLanes } from "./lanes.ts";
import { credentialsFor, newcomer } from "./newcomer.ts";
import { subjectsOfLanding } from "./part/part.ts";
import { quiet, storeDigest, withoutSweeps } from "./store-digest.ts";
import { type Received, type Wire, byKey, codeOf, faults, nobody, requestsSent, send, wireOf } from "./wire.ts";

let service: TestService;
let owner: Record<string, string>;
beforeAll(async () => {
  service = await startService({ engine: withoutSweeps });
  owner = byKey(service.keys.owner);
});
afterAll(async () => {
  process.stdout.write(`http: ${requestsSent()} requests\n`);
  await service.close();
});

const get = (path: string, headers: Record<string, string> = owner) => send(service.url, { method: "GET", path, headers, body: undefined });
const json = (wire: Wire, body: string | Uint8Array, headers: Record<string, string> = {}) =>
  send(service.url, { ...wire, body, headers: { ...wire.headers, "content-type": "application/json", ...headers } });

function expectRefused(answer: Received, status: number, code: string): void {
  expect([answer.status, codeOf(answer)], answer.text.slice(0, 300)).toEqual([status, code]);
  expect(faults(answer)).toEqual([]);
}

describe("addresses", () => {
  it("that do not exist below /v2 get a 404 in the contract's words", async () => {
    for (const path of [
      "/v2/nothing",
      "/v2/",
      "/v2/../v2/profile",
      "/v2/profile/",
      "/v2/PROFILE",
      "/v2/profile;a=1",
      `/v2/runs/${randomUUID()}/nothing`,
    ]) {
      expectRefused(await get(path), 404, "not_found");
      expectRefused(await get(path, nobody), 404, "not_found");
    }
  });

  it("that take other methods name them", async () => {
    for (const [path, allowed] of [
      ["/v2/capabilities?a=1", "GET, HEAD"],
      [`/v2/queues/${randomUUID()}`, "GET, HEAD, PATCH, DELETE"],
      [`/v2/teams/${randomUUID()}/queues`, "POST, GET, HEAD"],
      [`/v2/artifacts/${randomUUID()}`, "GET, HEAD, PATCH, DELETE"],
      [`/v2/artifacts/${randomUUID()}/stop`, "POST"],
    ] as const)
      for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"].filter((one) => !allowed.split(", ").includes(one))) {
        const answer = await send(service.url, { method, path, headers: owner, body: undefined });
        expectRefused(answer, 405, "method_not_allowed");
        if (path.startsWith("/v2/artifacts/")) expect(answer.body).toEqual({ error: "method_not_allowed" });
        expect(String(answer.headers.allow).split(", ").toSorted()).toEqual(allowed.split(", ").toSorted());
      }
  });

  it("with an empty part are refused by the rule it breaks", async () => {
    for (const path of ["/v2/runs/", "/v2/teams//runs"]) expectRefused(await get(path), 400, "invalid_request");
  });

  it("of version 1 are gone", async () => {
    for (const path of ["/v1", "/v1/", "/v1/runs", "/v1/case-approval-requests/1/respond"]) {
      for (const method of ["GET", "POST"]) {
        const answer = await send(service.url, { method, path, headers: owner, body: undefined });
        expect(answer.status, `${method} ${path}`).toBe(410);
        expect(ErrorBody.parse(answer.body).error).toBe("gone");
        expect(answer.headers["x-request-id"]).toBeTruthy();
        expect(answer.headers["ratelimit-limit"]).toBeTruthy();
      }
    }
  });

  it("where programs look for an API are no pages of the console", async () => {
    for (const path of ["/v2", "/v3/runs", "/docs", "/api", "/api/v2/runs", "/openapi", "/openapi.yaml", "/.well-known/openapi.json"])
      for (const headers of [owner, { accept: "text/html" }]) expectRefused(await get(path, headers), 404, "not_found");
  });

  it("that cannot be read are refused in the contract's words", async () => {
    for (const path of ["/v2/%", "/v2/runs/%zz", "/v2/runs/%ff", "/v2/teams/%c0%ae/runs", "/v2/runs/%e2%82"])
      expectRefused(await get(path), 400, "invalid_request");
  });

  it("with an overlong part are refused by the rule they break", async () => {
    for (const length of [1_000, 5_001, 12_000]) expectRefused(await get(`/v2/runs/${"a".repeat(length)}`), 400, "invalid_request");
  });

  it("that Node's parser refuses get an error body too", async () => {
    for (const request of [
      `GET /v2/runs/${"a".repeat(40_000)} HTTP/1.1\r\nhost: localhost\r\n\r\n`,
      "nonsense\r\n\r\n",
      "GET /v2/profile HTTP/1.1\r\nhost: localhost\r\na b: c\r\n\r\n",
    ]) {
      const text = await raw(request);
      expect(text).toMatch(/^HTTP\/1\.1 400 /);
      expect(ErrorBody.safeParse(JSON.parse(text.split("\r\n\r\n")[1] ?? "")).success, text).toBe(true);
    }
  });
});

/** Sends bytes as they are and reads until the service ends the connection. */
function raw(request: string, url = service.url): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let text = "";
    const socket = connect(Number(port), hostname, () => socket.write(request));
    socket.on("data", (chunk) => (text += chunk.toString()));
    socket.on("close", () => (text ? resolve(text) : reject(new Error("the connection was closed without an answer"))));
    socket.on("error", (error) => (text ? undefined : reject(error)));
  });
}

const takesBody = ({ endpoint }: Subject) => endpoint.body !== undefined;
const takesBytes = ({ endpoint }: Subject) => endpoint.bytes !== undefined;
/** One reader reads the bodies of all operations: of a landing it meets its part of them. */
const withBody = subjectsOfLanding.filter(takesBody);
const withBytes = subjectsOfLanding.filter(takesBytes);

const documented = openApiDocument("http://localhost").paths as Record<string, Record<string, { requestBody?: { required: boolean } }>>;

async function wireFor(subject: Subject): Promise<Wire> {
  const self = needsSession(subject.endpoint.access) ? await newcomer(service) : undefined;
  return wireOf(subject.endpoint, await inputFor(subject, { ...stageFor(service), self }), credentialsFor(subject.endpoint, service, self));
}

/** What is signed is read only once its signature is verified, and here it never is. */
function expectUnread({ endpoint }: Subject, answer: Received, words = ""): void {
  if (endpoint.signed) return expectRefused(answer, 401, "webhook_unverified");
  expectRefused(answer, 400, "invalid_request");
  expectWords(endpoint, answer, words);
}

/** Of an operation whose errors are their code only, an answer has no words. */
function expectWords({ bareErrors }: EndpointSpec, answer: Received, words: string): void {
  if (!bareErrors) expect(answer.text).toContain(words);
}

const brokenBodies = ["{", '{"a":1,}', "{'a':1}", "nul", "\u0000", '{"a":\u0001}', "\ufeff{}", '{"a":1} {"b":2}'];
const otherTypes = [
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "application/octet-stream",
  "application/jsonx",
  "json",
];

describe.each(withBody)("the body of $title", (subject) => {
  // The first of them meets everything that is wrong, and the others one of each kind.
  const some = <T>(all: readonly T[]) => (subject === withBody[0] ? all : all.slice(0, 1));

  it("is JSON of a bounded size and depth", async () => {
    const wire = await wireFor(subject);
    for (const broken of some(brokenBodies)) expectUnread(subject, await json(wire, broken));
    const notUtf8 = await json(wire, Buffer.from('{"zz":"\u00ff"}', "latin1"));
    expectUnread(subject, notUtf8, "UTF-8");
    const deep = await json(wire, `{"zz":${"[".repeat(64)}${"]".repeat(64)}}`);
    expectUnread(subject, deep, "64 levels");
    // Deep enough to pass the counter; the contract then knows no such field.
    const passed = await json(wire, `{"zz":${"[".repeat(63)}${"]".repeat(63)}}`);
    if (subject.endpoint.signed) expectRefused(passed, 401, "webhook_unverified");
    else if (subject.endpoint.bareErrors !== "alone") expect(passed.text).toContain("zz");
    expectRefused(await json(wire, `{"zz":"${"a".repeat(bodyLimitOf(subject.endpoint))}"}`), 413, "payload_too_large");
    for (const type of some(otherTypes)) {
      const answer = await json(wire, wire.body ?? "{}", { "content-type": type });
      expectRefused(answer, 415, "unsupported_media_type");
      expectWords(subject.endpoint, answer, "Send the body as application/json.");
    }
    const packed = await json(wire, gzipSync("{}"), { "content-encoding": "gzip" });
    expectRefused(packed, 415, "unsupported_media_type");
    expectWords(subject.endpoint, packed, "Content-Encoding");
  });

  it("may be left out where the document says so", async () => {
    const wire = await wireFor(subject);
    const headers = Object.fromEntries(Object.entries(wire.headers).filter(([name]) => name !== "content-type"));
    const answer = await send(service.url, { ...wire, headers, body: undefined });
    // OpenAPI: a body is not required where its description does not say so.
    const { required = false } = documented[subject.endpoint.path]?.[subject.endpoint.method.toLowerCase()]?.requestBody ?? {};
    expect(codeOf(answer) === "invalid_request", `${answer.status} ${answer.text.slice(0, 200)}`).toBe(required);
  });

  it("holds no NUL in any text or key", async () => {
    const wire = await wireFor(subject);
    const body = String(wire.body);
    const texts = [...body.matchAll(/"([^"\\]+)"/g)].map(({ index }) => `${body.slice(0, index + 1)}\\u0000${body.slice(index + 1)}`);
    for (const text of texts.slice(0, 1)) expectUnread(subject, await json(wire, text));
    // Each of them is asked about as the service asks.
    const schema = subject.endpoint.body as $ZodType;
    for (const text of texts) expect(() => parseInput(schema, parseJson(text), "body"), text).toThrow(Refusal);
  });
});

describe.each(withBytes)("the bytes of $title", (subject) => {
  it("have their own type and limit", async () => {
    const { endpoint } = subject;
    const wire = await wireFor(subject);
    expectRefused(await send(service.url, { ...wire, body: Buffer.alloc((endpoint.bytes ?? 0) + 1) }), 413, "payload_too_large");
    for (const headers of [{ "content-type": "application/json" }, { "content-type": "application/x-www-form-urlencoded" }]) {
      const answer = await json(wire, "{}", headers);
      expectRefused(answer, 415, "unsupported_media_type");
      expect(answer.text).toMatch(/application\/octet-stream.*multipart\/form-data/);
    }
    expectRefused(
      await json(wire, gzipSync(""), { "content-type": "text/csv", "content-encoding": "gzip" }),
      415,
      "unsupported_media_type",
    );
    const full = await send(service.url, { ...wire, body: Buffer.alloc(endpoint.bytes ?? 0) });
    // Taken whole; what zeros stand for is the endpoint's own question.
    expect(["", "digest_mismatch", "invalid_skill"]).toContain(codeOf(full));
  });
});

/** What a `GET` carries has no meaning (RFC 9110, 9.3.1), and is not read. Mail programs send a form of their own, which says nothing. */
const withoutBody = subjectsOfLanding.filter(
  (subject) =>
    !takesBody(subject) && !takesBytes(subject) && subject.endpoint.method !== "GET" && !subject.endpoint.signed && !subject.endpoint.form,
);

it("a body of an operation that takes none has no fields", async () => {
  expect(withoutBody.length).toBeGreaterThan(0);
  for (const subject of withoutBody) {
    const wire = await wireFor(subject);
    expectUnread(subject, await json(wire, '{"status":"failed"}'), "status");
    expectUnread(subject, await json(wire, "{"));
    const answer = await json(wire, "{}");
    expect(codeOf(answer), `${subject.title}: ${answer.text.slice(0, 200)}`).not.toBe("invalid_request");
  }
});

it("a body that comes to a stop is told so by every operation that takes one", async () => {
  const stalling = await startService({ bodyWindowMs: 200 });
  const stalled = async ({ endpoint: { method, path, bytes } }: Subject) => {
    const address = path.replace(/\{\w+\}/g, () => randomUUID());
    const type = bytes === undefined ? "application/json" : "application/octet-stream";
    const head = `${method} ${address} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${stalling.keys.owner}\r\n`;
    const text = await raw(`${head}content-type: ${type}\r\ncontent-length: 10\r\n\r\n{`, stalling.url);
    expect(text, `${method} ${path}`).toMatch(/^HTTP\/1\.1 408 /);
    expect(ErrorBody.parse(JSON.parse(text.split("\r\n\r\n")[1] ?? "")).error).toBe("request_timeout");
    return [];
  };
  // All at once would wait for the store longer than requests do.
  const all = subjects.filter((subject) => takesBody(subject) || takesBytes(subject));
  await inLanes(all, stalled, 20);
  await stalling.close();
});

it("brackets inside a text are no depth", async () => {
  const wire = wireOf(
    updateFileContent,
    { params: { teamId: service.teamId, path: "deep.json" }, body: { content: "[".repeat(5000) } },
    owner,
  );
  expect((await send(service.url, wire)).status).toBe(200);
});

it("every answer of every endpoint carries the security headers", async () => {
  for (const subject of subjects) {
    const { method, path: pattern } = subject.endpoint;
    // Nobody asks, so what the ids are of is never looked up.
    const path = pattern.replace(/\{\w+\}/g, () => randomUUID());
    const answer = await send(service.url, { method, path, headers: {}, body: undefined });
    expect(answer.headers, subject.title).toMatchObject({
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "x-frame-options": "DENY",
      "cross-origin-opener-policy": "same-origin",
      "cache-control": answer.status === 200 && answer.headers.etag ? "private, no-cache" : "no-store",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    });
    // What needs no key is for our own pages only.
    expect(answer.headers["access-control-allow-origin"], subject.title).toBe(subject.endpoint.access.scope === "public" ? undefined : "*");
    expect(answer.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
    expect(answer.headers["permissions-policy"]).toContain("camera=()");
    for (const name of ["access-control-allow-credentials", "server", "x-powered-by", "set-cookie"]) {
      if (name !== "set-cookie" || subject.endpoint.name !== "signOut")
        expect(answer.headers[name], `${name} on ${subject.title}`).toBeUndefined();
    }
  }
});

it("every kind of address beside the endpoints says that nothing of it may run or be framed", async () => {
  const kinds: [method: string, path: string, status: number][] = [
    ["GET", "/healthz", 200],
    ["GET", "/readyz", 200],
    ["GET", "/openapi.json", 200],
    ["GET", "/metrics", 200],
    ["GET", "/v1", 410],
    ["POST", "/v1/runs", 410],
    ["GET", "/nothing", 404],
    ["GET", "/assets/other-build.js", 404],
    ["GET", "/v2/nothing", 404],
    ["GET", "/v2/%zz", 400],
    ["PUT", "/v2/profile/nothing", 404],
    ["GET", "/_files/forged", 404],
    ["PUT", "/_files/forged", 404],
    ["OPTIONS", "/v2/profile", 204],
  ];
  for (const [method, path, status] of kinds) {
    const answer = await send(service.url, { method, path, headers: owner, body: undefined });
    expect(answer.status, path).toBe(status);
    const policy = String(answer.headers["content-security-policy"]);
    expect(policy, path).toContain("default-src 'none'");
    expect(policy, path).toContain("frame-ancestors 'none'");
    expect(answer.headers, path).toMatchObject({ "x-content-type-options": "nosniff", "x-frame-options": "DENY" });
  }
  const unreadable = (await raw("nonsense\r\n\r\n")).toLowerCase();
  for (const header of [
    "content-security-policy: default-src 'none'; frame-ancestors 'none'",
    "x-content-type-options: nosniff",
    "x-frame-options: deny",
  ])
    expect(unreadable).toContain(header);
});

it.each([
  ["without a host", "accept: */*", 400, "invalid_request"],
  ["with an expectation that nobody meets", "host: localhost\r\nexpect: 200-maybe", 417, "expectation_failed"],
])("a request %s is refused in the contract's words", async (_what, headers, status, code) => {
  const text = await raw(`GET /v2/profile HTTP/1.1\r\n${headers}\r\nconnection: close\r\n\r\n`);
  expect(text).toContain(`HTTP/1.1 ${status} `);
  expect(text.toLowerCase()).toContain("\r\nratelimit-limit: ");
  expect(ErrorBody.parse(JSON.parse(text.split("\r\n\r\n")[1] ?? "")).error).toBe(code);
});

describe("the name of the host", () => {
  const named = (host: string, wire: Wire = wireOf(getProfile, {}, owner), base = service.url) =>
    send(base, { ...wire, headers: { ...wire.headers, host } });

  it("is ours, an address or localhost", async () => {
    const { port } = new URL(service.url);
    for (const host of [`127.0.0.1:${port}`, "localhost", `LOCALHOST:${port}`, "localhost.", "10.1.2.3", "[::1]:80", "[fe80::1]"])
      expect((await named(host)).status, host).toBe(200);
    for (const host of [
      "evil.example",
      `evil.example:${port}`,
      "127.0.0.1.evil.example",
      "localhost.evil.example",
      "evil.localhost.example",
      "a@b",
      "%",
    ]) {
      expectRefused(await named(host), 421, "misdirected");
      for (const path of ["/", "/openapi.json", "/readyz", "/metrics", "/_files/forged", "/v1"])
        expect((await named(host, { method: "GET", path, headers: nobody, body: undefined })).status, `${host} ${path}`).toBe(421);
    }
  });

  it("may be the one of BASE_URL and further ones from the settings", async () => {
    const known = await startService({ env: { BASE_URL: "https://caseload.example.com", ALLOWED_HOSTS: "Caseload, console.internal" } });
    const wire = wireOf(getProfile, {}, byKey(known.keys.owner));
    for (const host of ["caseload.example.com", "CASELOAD.example.com:443", "caseload:4280", "console.internal"])
      expect((await named(host, wire, known.url)).status, host).toBe(200);
    for (const host of ["example.com", "a.caseload.example.com"]) expectRefused(await named(host, wire, known.url), 421, "misdirected");
    await known.close();
  });

  it("is checked before anybody signs in or sets up", async () => {
    for (const { endpoint } of subjects.filter((s) => s.endpoint.access.scope === "public"))
      expectRefused(
        await named("evil.example", { method: endpoint.method, path: endpoint.path, headers: nobody, body: undefined }),
        421,
        "misdirected",
      );
  });
});

it("is only reached by https where its address says so", async () => {
  const secure = await startService({ env: { BASE_URL: "https://caseload.example.com" } });
  const answer = await send(secure.url, wireOf(getProfile, {}, byKey(secure.keys.owner)));
  expect(answer.headers["strict-transport-security"]).toMatch(/^max-age=\d{7,}/);
  await secure.close();
});

describe("other sites", () => {
  it("may ask beforehand what they may send", async () => {
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
      const headers = {
        origin: "https://elsewhere.example",
        "access-control-request-method": method,
        "access-control-request-headers": "authorization, content-type, idempotency-key, traceparent",
      };
      const answer = await send(service.url, { method: "OPTIONS", path: "/v2/api-keys", headers, body: undefined });
      expect(answer.status).toBe(204);
      expect(answer.headers["access-control-allow-origin"]).toBe("*");
      expect(answer.headers["access-control-allow-methods"]).toContain(method);
      expect(answer.headers["access-control-allow-headers"]).toBe("authorization, content-type, idempotency-key, *");
      expect(answer.headers["access-control-allow-credentials"]).toBeUndefined();
    }
    const answer = await send(service.url, wireOf(getProfile, {}, { ...owner, origin: "https://elsewhere.example" }));
    expect(answer.status).toBe(200);
    expect(String(answer.headers["access-control-expose-headers"])).toMatch(
      /RateLimit.*Retry-After.*x-request-id.*ETag.*Content-Disposition/,
    );
  });

  it("get no permission for what needs no key", async () => {
    for (const { endpoint } of subjects.filter((s) => s.endpoint.access.scope === "public")) {
      const headers = { origin: "https://elsewhere.example", "access-control-request-method": endpoint.method };
      const answer = await send(service.url, { method: "OPTIONS", path: endpoint.path, headers, body: undefined });
      expectRefused(answer, 403, "forbidden");
      expect(Object.keys(answer.headers).filter((name) => name.startsWith("access-control-"))).toEqual([]);
    }
  });

  it("cannot write with a person's cookie", async () => {
    const { credentials } = await newcomer(service);
    const wire = wireOf(updateProfile, { body: { name: "Changed" } }, credentials);
    await quiet(service);
    const before = await storeDigest(service);
    const foreign: Record<string, string>[] = [
      { origin: "https://elsewhere.example" },
      { origin: "null" },
      { origin: "not an address" },
      { origin: `${service.url}.elsewhere.example` },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
    ];
    for (const headers of foreign) {
      expectRefused(await send(service.url, { ...wire, headers: { ...wire.headers, ...headers } }), 403, "forbidden");
      // A form needs no permission beforehand, but cannot send JSON.
      expectRefused(
        await send(service.url, { ...wire, headers: { ...wire.headers, ...headers, "content-type": "text/plain" } }),
        403,
        "forbidden",
      );
    }
    expect(await storeDigest(service)).toEqual(before);
    expect(
      (await send(service.url, { ...wire, headers: { ...wire.headers, origin: service.url, "sec-fetch-site": "same-origin" } })).status,
    ).toBe(200);
    expect((await send(service.url, wire)).status).toBe(200);
  });

  it("may write with a key of their own", async () => {
    const wire = wireOf(createApiKey, { body: { name: "From elsewhere" } }, owner);
    expect(
      (
        await send(service.url, {
          ...wire,
          headers: { ...wire.headers, origin: "https://elsewhere.example", "sec-fetch-site": "cross-site" },
        })
      ).status,
    ).toBe(201);
  });
});

/** Lists of keys say how many requests a key has left, and the question is one of them; a drawn page, measured figures and what a run at work spends its time on say when that was. */
const neverTheSame = new Set([
  "listApiKeys",
  "listTeamApiKeys",
  "getClarityAchieved",
  "listRunSteps",
  "getDashboardHtml",
  "getDashboardVersionHtml",
  "exportDashboardHtml",
  "getDashboardPdf",
]);
/** What an example cannot bring about is looked at beside its handlers. */
const answering = subjectsOfLanding.filter(
  ({ endpoint, example }) => endpoint.method === "GET" && !example.ends && !neverTheSame.has(endpoint.name),
);
describe.each(answering)("the answer of $title", (subject) => {
  const { endpoint } = subject;

  it("has the same head without its body, and is not sent again to whoever has it", async () => {
    const wire = await wireFor(subject);
    const whole = await send(service.url, wire);
    expect(whole.status).toBeLessThan(400);
    const head = await send(service.url, { ...wire, method: "HEAD" });
    expect([head.status, head.text]).toEqual([whole.status, ""]);
    const compared = [
      "content-type",
      "etag",
      "vary",
      "cache-control",
      "accept-ranges",
      "content-disposition",
      ...(isUnkept(endpoint) ? [] : ["content-length"]),
    ];
    for (const name of compared) expect(head.headers[name], name).toEqual(whole.headers[name]);
    expect(head.headers["ratelimit-limit"]).toBeTruthy();
    const { etag } = whole.headers;
    if (endpoint.stream || isUnkept(endpoint) || endpoint.status === 308) {
      expect(etag).toBeUndefined();
      return;
    }
    expect(endpoint.download ? "" : whole.headers.vary).toBe(endpoint.download ? "" : "accept-encoding");
    for (const known of [String(etag), `"other", ${String(etag)}`, "*"]) {
      const again = await send(service.url, { ...wire, headers: { ...wire.headers, "if-none-match": known } });
      expect([again.status, again.text, again.headers.etag], known).toEqual([304, "", etag]);
    }
    expect((await send(service.url, { ...wire, headers: { ...wire.headers, "if-none-match": 'W/"other"' } })).status).toBe(200);
  });
});

describe("an answer of some length", () => {
  const long = (headers: Record<string, string>) =>
    fetch(`${service.url}/v2/teams/${service.teamId}/agents`, { headers: { ...owner, ...headers } });
  const plain = async () => (await long({ "accept-encoding": "identity" })).text();

  beforeAll(async () => {
    for (let i = 0; i < 5; i++) await service.ok(createAgent, { params: { teamId: service.teamId }, body: { name: `Agent ${i}` } });
  });

  it.each([
    ["br, gzip", "br"],
    ["gzip, deflate", "gzip"],
    ["gzip, deflate, br, zstd", "br"],
    ["zstd", "zstd"],
    ["br;q=0.5, gzip;q=0.9", "gzip"],
    ["*", "br"],
    ["br;q=0, gzip", "gzip"],
    ["identity", null],
    ["deflate", null],
    ["gzip;q=0", null],
    ["gzip;q=nonsense", null],
  ])("is packed as %s asks", async (accepts, coding) => {
    const answer = await long({ "accept-encoding": accepts });
    expect(answer.headers.get("content-encoding")).toBe(coding);
    expect(answer.headers.get("vary")).toBe("accept-encoding");
    expect(await answer.text()).toBe(await plain());
  });

  it("stays as it is where another site asks with a person's cookie", async () => {
    const answers = await Promise.all(
      ["cross-site", "same-site"].map((site) => long({ "accept-encoding": "gzip", cookie: "a=b", "sec-fetch-site": site })),
    );
    for (const answer of answers) expect(answer.headers.get("content-encoding")).toBeNull();
    expect(
      (await long({ "accept-encoding": "gzip", cookie: "a=b", "sec-fetch-site": "same-origin" })).headers.get("content-encoding"),
    ).toBe("gzip");
  });
});

describe("the service's own pages", () => {
  it("say that it lives, without ids or secrets", async () => {
    const name = `Agent ${randomUUID()}`;
    await service.ok(createAgent, { params: { teamId: service.teamId }, body: { name } });
    await get(`/v2/runs/${randomUUID()}?token=${service.keys.owner}`);
    expect((await get("/healthz", nobody)).body).toEqual({ status: "ok", version: service.app.services.config.build.name });
    expect((await get("/readyz", nobody)).body).toEqual({ status: "ready" });
    const metrics = await get("/metrics", nobody);
    expect(metrics.status).toBe(200);
    expect(metrics.headers["content-type"]).toMatch(/^text\/plain/);
    expect(metrics.text).toMatch(/^caseload_http_requests_total\{method="GET",route="[^"]*",status="\d+"\} \d+$/m);
    for (const secret of [...Object.values(service.keys), ...Object.values(service.ids), service.teamId, name, "example.com"])
      expect(metrics.text).not.toContain(secret);
    expect(metrics.text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}|\bck_|Bearer/);
    for (const line of metrics.text.split("\n").filter(Boolean))
      expect(line).toMatch(/^(# (TYPE|HELP) .+|[a-z_]+(\{[a-z_]+="[^"\n]*"(,[a-z_]+="[^"\n]*")*\})? -?[\d.e+]+)$/);
  });

  it("tell how much is done to this machine only, or to who has the token", async () => {
    const read = (base: string, headers: Record<string, string>) =>
      send(base, { method: "GET", path: "/metrics", headers, body: undefined });
    for (const name of ["x-forwarded-for", "forwarded", "x-real-ip", "via"])
      expect(codeOf(await read(service.url, { [name]: "for=127.0.0.1" })), name).toBe("forbidden");
    const token = "metrics-token-0123456789abcdef";
    const guarded = await startService({ env: { METRICS_TOKEN: token } });
    for (const headers of [nobody, byKey(guarded.keys.owner), byKey(`${token}x`)])
      expect(codeOf(await read(guarded.url, headers))).toBe("unauthorized");
    expect((await read(guarded.url, { ...byKey(token), "x-forwarded-for": "10.0.0.1" })).status).toBe(200);
    await guarded.close();
  });

  it("say when the store is gone; requests hear it too", async () => {
    const away = await startService();
    const known = subjects.filter(({ endpoint }) => endpoint.access.scope !== "public" || ["getSetup", "signOut"].includes(endpoint.name));
    const wires = known.map(({ endpoint: { method, path, body } }) => ({
      method,
      path: path.replace(/\{\w+\}/g, () => randomUUID()),
      headers: { ...byKey(away.keys.owner), ...(body && { "content-type": "application/json" }) },
      body: body && "{}",
    }));
    const { pool } = away;
    const refuse = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
    const connectBefore = pool.connect.bind(pool);
    Object.assign(pool, { query: () => Promise.reject(refuse), connect: () => Promise.reject(refuse) });
    const ready = await send(away.url, { method: "GET", path: "/readyz", headers: {}, body: undefined });
    expect([ready.status, ready.body]).toEqual([503, { status: "store_unreachable" }]);
    expect((await send(away.url, { method: "GET", path: "/healthz", headers: {}, body: undefined })).status).toBe(200);
    for (const wire of wires) {
      const answer = await send(away.url, wire);
      expect([answer.status, codeOf(answer)]).toEqual([503, "unavailable"]);
      expect(answer.headers["retry-after"]).toMatch(/^\d+$/);
      expect(faults(answer)).toEqual([`answers 503: ${answer.text}`]);
    }
    Object.assign(pool, { connect: connectBefore });
    Reflect.deleteProperty(pool, "query");
    await away.close();
  });
});
