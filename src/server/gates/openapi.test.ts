import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { needsSession } from "#contract/access.ts";
import { successStatuses } from "#contract/endpoint.ts";
import { errorTable } from "#contract/errors.ts";
import { allEndpoints } from "#contract/index.ts";
import { fieldsOf, kindOf } from "#contract/ids.ts";
import { WebhookEvent } from "#contract/runs/webhooks.ts";
import { openApiDocument } from "#server/platform/http/openapi/document.ts";
import { implicitErrors } from "#server/platform/http/openapi/implicit-errors.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { unwrap } from "./schema-nodes.ts";
import { send } from "./wire.ts";

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly security?: unknown[];
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly schema: Record<string, unknown>;
  }[];
  readonly requestBody?: unknown;
  readonly responses: Record<string, { readonly description: string; readonly headers: Record<string, unknown> } | undefined>;
}
type Paths = Record<string, Record<string, Operation> | undefined>;

const root = join(import.meta.dirname, "../../..");
const document = openApiDocument("https://caseload.invalid");
const paths = document.paths as Paths;

/** What stands at the place that a reference of the document names, or the thing itself. */
function resolved<T extends object>(given: T | undefined): T | undefined {
  const { $ref } = (given ?? {}) as { $ref?: string };
  if ($ref === undefined) return given;
  return $ref
    .slice("#/".length)
    .split("/")
    .reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document) as T;
}
let service: TestService;
let folder: string;
let file: string;

beforeAll(async () => {
  service = await startService();
  folder = await mkdtemp(join(tmpdir(), "caseload-document-"));
  file = join(folder, "openapi.json");
  await writeFile(file, JSON.stringify(document));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await service.close();
});

/** Runs a linter of this repository and returns what it printed; rejects when it found something. */
function lint(program: string, ...args: string[]): Promise<string> {
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  return new Promise((resolve, reject) => {
    execFile(join(root, "node_modules/.bin", program), args, { cwd: root, env, maxBuffer: 32 * 1024 * 1024 }, (error, stdout, stderr) =>
      error ? reject(new Error(`${program}: ${stdout}\n${stderr}`.slice(0, 8_000))) : resolve(`${stdout}${stderr}`),
    );
  });
}

describe.concurrent("the OpenAPI document", () => {
  it("is clean for Redocly's linter", async () => {
    expect(await lint("redocly", "lint", "--config", ".redocly.yaml", file)).toMatch(/your API description is valid/i);
  });

  it("is clean for Spectral", async () => {
    expect(await lint("spectral", "lint", "--ruleset", ".spectral.yaml", "--fail-severity", "hint", file)).toContain("No results");
  });
});

it("both linters see a document that is wrong", async () => {
  const wrong = join(folder, "wrong.json");
  await writeFile(
    wrong,
    JSON.stringify({ openapi: document.openapi, info: document.info, paths: { "/v2/x": { get: { responses: { 200: {} } } } } }),
  );
  await expect(lint("redocly", "lint", "--config", ".redocly.yaml", wrong)).rejects.toThrow("redocly");
  await expect(lint("spectral", "lint", "--ruleset", ".spectral.yaml", "--fail-severity", "hint", wrong)).rejects.toThrow("spectral");
});

it("is made and packed once, and sent again only to whoever does not have it", async () => {
  const read = (headers: Record<string, string> = {}, method = "GET") => fetch(`${service.url}/openapi.json`, { method, headers });
  const plain = await read({ "accept-encoding": "identity" });
  const text = await plain.text();
  const etag = plain.headers.get("etag") ?? "";
  const packed = await read({ "accept-encoding": "gzip" });
  expect([packed.headers.get("content-encoding"), await packed.text()]).toEqual(["gzip", text]);
  const length = Number((await read({ "accept-encoding": "gzip" }, "HEAD")).headers.get("content-length"));
  expect(length).toBeGreaterThan(1_000);
  // 600 kB and 60 kB packed for the 259 operations that there were when this was set. Each further one may add what one of those has on average.
  const grown = Math.max(1, allEndpoints.length / 259);
  expect(length).toBeLessThan(60_000 * grown);
  expect(Buffer.byteLength(text)).toBeLessThan(600_000 * grown);
  for (const accepts of ["gzip", "br", "identity"])
    expect((await read({ "accept-encoding": accepts, "if-none-match": etag })).status).toBe(304);
  expect(Object.fromEntries(plain.headers)).toMatchObject({ vary: "accept-encoding", "access-control-allow-origin": "*" });
  const beforehand = await read({ origin: "https://elsewhere.example", "access-control-request-method": "GET" }, "OPTIONS");
  expect([beforehand.status, beforehand.headers.get("access-control-allow-headers")]).toEqual([204, expect.stringContaining("*")]);
});

it("says what the service sends to others, event by event", () => {
  const { webhooks, tags } = document as { webhooks: Record<string, { post: Operation }>; tags: { name: string; description?: string }[] };
  expect(Object.keys(webhooks)).toEqual(WebhookEvent.shape.event.options);
  for (const [event, { post }] of Object.entries(webhooks)) {
    expect(post.parameters.map((parameter) => resolved(parameter)?.name)).toEqual(["webhook-id", "webhook-timestamp", "webhook-signature"]);
    const { example } = (post.requestBody as { content: Record<string, { example: unknown }> }).content["application/json"] ?? {};
    expect(WebhookEvent.parse(example)).toMatchObject({ event });
  }
  // No tag is left with words made of its name.
  for (const { name, description } of tags) expect(description?.length, name).toBeGreaterThan(name.length + 20);
});

it("says of each operation who may call it, and what its answer holds", () => {
  const said = new Map(
    Object.values(paths).flatMap((methods) =>
      Object.values(methods ?? {}).map(({ operationId, description }) => [operationId, description]),
    ),
  );
  expect(said.get("createAgent")).toBe("For Builders.");
  expect(said.get("createApiKey")).toMatch(/^For .+ Shows a secret, once\.$/);
  expect(said.get("getOrganizationInsights") ?? said.get("listAuditEntries")).toMatch(/^For organization Administrators\./);
  expect(said.get("getRun")).toBe("For Members.");
  for (const [name, words] of said) expect(words, name).toMatch(/^(For|Addition|Without a key|Not for keys|Shows|Changes|Answers)\b.*\.$/);
});

/** What generators look at to type a body as a file. */
it("says of bytes that they are binary, as a body and in a form", () => {
  const withBytes = allEndpoints.filter(({ bytes }) => bytes !== undefined);
  expect(withBytes.length).toBeGreaterThan(2);
  for (const { path, method } of withBytes) {
    const bytes = { type: "string", format: "binary" };
    expect(JSON.stringify(paths[path]?.[method.toLowerCase()]?.requestBody), path).not.toContain("maxLength");
    expect(paths[path]?.[method.toLowerCase()]?.requestBody, path).toMatchObject({
      content: {
        "application/octet-stream": { schema: bytes },
        "multipart/form-data": { schema: { type: "object", required: ["file"], properties: { file: bytes } } },
      },
    });
  }
  for (const { path, method, download } of allEndpoints.filter((e) => e.download))
    expect(paths[path]?.[method.toLowerCase()]?.responses["200"]).toMatchObject({
      content: { [String(download)]: { schema: { type: "string", format: "binary" } } },
    });
});

it("shows what a field stands for that is left out", () => {
  const withProperties = (properties: object) => ({ content: { "application/json": { schema: { properties } } } });
  const search = withProperties({ limit: { default: 25 }, offset: { default: 0 } });
  expect(paths["/v2/queues/{queue_id}/cases/search"]?.post?.requestBody).toMatchObject(search);
  expect(paths["/v2/queues/{queue_id}/labels"]?.post?.requestBody).toMatchObject(withProperties({ key: { default: "" } }));
  const named = JSON.stringify(resolved({ $ref: "#/components/schemas/NamedLabel" }));
  expect(named).toMatch(/"key":\{[^}]*"default":""/);
  expect(JSON.stringify(document)).toMatch(/"timeoutMs":\{[^}]*"default":600000/);
});

it("is what the service shows, with its own address", async () => {
  const { status, body, headers } = await send(service.url, { method: "GET", path: "/openapi.json", headers: {}, body: undefined });
  expect(status).toBe(200);
  expect(headers["content-type"]).toMatch(/^application\/json/);
  expect(body).toEqual(JSON.parse(JSON.stringify(openApiDocument(service.url))));
  expect(body).toMatchObject({ openapi: expect.stringMatching(/^3\.1\./), info: { version: "1.0.0" }, servers: [{ url: service.url }] });
});

it("says on its first page what it does not repeat at each operation", () => {
  const { description } = document.info as { description: string };
  expect(description).toMatch(/Every answer also carries `x-request-id`/);
});

it("names every endpoint once and nothing else", () => {
  const documented = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods ?? {}).map(([method, { operationId }]) => `${method.toUpperCase()} ${path} ${operationId}`),
  );
  expect(documented.toSorted()).toEqual(allEndpoints.map((e) => `${e.method} ${e.path} ${e.name}`).toSorted());
  expect(new Set(allEndpoints.map((e) => e.name)).size).toBe(allEndpoints.length);
  expect(new Set(allEndpoints.map((e) => `${e.method} ${e.path.replace(/\{\w+\}/g, "{}")}`)).size).toBe(allEndpoints.length);
});

describe.each(allEndpoints)("$method $path", (endpoint) => {
  const declared = paths[endpoint.path]?.[endpoint.method.toLowerCase()] as Operation;
  const operation: Operation = {
    ...declared,
    parameters: declared.parameters.map((parameter) => resolved(parameter) ?? parameter),
    responses: Object.fromEntries(Object.entries(declared.responses).map(([status, response]) => [status, resolved(response)])),
  };

  it("says what it answers", () => {
    for (const status of successStatuses(endpoint)) expect(operation.responses[String(status)]).toBeDefined();
    for (const code of [...implicitErrors(endpoint), ...(endpoint.errors ?? [])]) {
      expect(operation.responses[String(errorTable[code].status)]?.description, code).toContain(`\`${code}\``);
    }
    for (const [status, response] of Object.entries(operation.responses)) {
      // Of successes the introduction says it.
      const everywhere = ["RateLimit", ...(Number(status) < 400 ? [] : ["x-request-id"])];
      expect(Object.keys(response?.headers ?? {}), status).toEqual(expect.arrayContaining(everywhere));
    }
    expect(Object.keys(operation.responses["429"]?.headers ?? {})).toContain("Retry-After");
  });

  it("says what it takes", () => {
    const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map((m) => m[1] ?? "");
    expect(
      operation.parameters
        .filter((p) => p.in === "path")
        .map((p) => p.name)
        .toSorted(),
    ).toEqual(names.toSorted());
    // A part of an address is an id that says of what, one word of a list, a digest, a path, or a key of the catalog, where another one is absent (404).
    for (const [name, schema] of Object.entries(fieldsOf(endpoint.params)))
      expect(
        kindOf(schema) !== undefined || unwrap(schema).node.kind === "choice" || ["sha256", "path", "provider"].includes(name),
        name,
      ).toBe(true);
    for (const { name, in: place, schema } of operation.parameters) {
      // An empty schema would allow anything, and none does.
      if (place !== "header") expect(Object.keys(schema).filter((k) => k !== "default").length, name).toBeGreaterThan(0);
    }
    expect(Boolean(operation.requestBody)).toBe(Boolean(endpoint.body ?? endpoint.bytes));
    expect(operation.parameters.some((p) => p.name === "Idempotency-Key")).toBe(Boolean(endpoint.creates));
    expect(operation.security).toEqual(
      endpoint.access.scope === "public" ? [] : needsSession(endpoint.access) ? [{ session: [] }] : undefined,
    );
  });
});

it("calls no two components alike, of whatever kind: generators look for them in one list", () => {
  const names = Object.values(document.components as Record<string, object>).flatMap((kind) => Object.keys(kind));
  expect(names.length).toBeGreaterThan(500);
  expect(names.filter((name, at) => names.indexOf(name) < at)).toEqual([]);
});

it("says at each operation what it succeeds with: of a component some generators do not see that it is JSON", () => {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods ?? {}));
  expect(operations).toHaveLength(allEndpoints.length);
  const elsewhere = operations.filter(({ responses }) =>
    Object.entries(responses).some(([status, answer]) => status.startsWith("2") && answer && "$ref" in answer),
  );
  expect(elsewhere.map(({ operationId }) => operationId)).toEqual([]);
});

it("shows no path of the machine it was made on", () => {
  const text = JSON.stringify(document);
  expect(text).not.toContain(root);
  expect(text).not.toMatch(/"[^"]*\/(work|home|root|Users|tmp)\/[^"]*"/);
});
