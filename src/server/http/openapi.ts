import { type EndpointSpec, successStatuses } from "#contract/endpoint.ts";
import { type ErrorCode, errorTable } from "#contract/errors.ts";
import { allEndpoints } from "#contract/index.ts";
import { z, type $ZodType } from "#contract/zod.ts";
import { parameterWords } from "./parameter-words.ts";

/** Codes an endpoint can answer with beside its own. */
export function implicitErrors(endpoint: EndpointSpec): ErrorCode[] {
  const codes: ErrorCode[] = ["invalid_request", "rate_limited", "internal", "unavailable", "busy", "misdirected"];
  if (endpoint.access.kind !== "public") codes.push("unauthorized");
  if (endpoint.access.kind === "session") codes.push("session_required");
  if (endpoint.access.kind === "team" || endpoint.access.kind === "organization") codes.push("not_found");
  // A write that another site makes with a person's cookie is forbidden whatever the role.
  if (endpoint.method !== "GET" || needsRole(endpoint.access)) codes.push("forbidden");
  if (endpoint.creates) codes.push("idempotency_in_progress", "idempotency_mismatch");
  if (endpoint.creates === "once") codes.push("already_created");
  if (endpoint.method !== "GET") codes.push("payload_too_large", "unsupported_media_type", "request_timeout");
  if (endpoint.download) codes.push("range_not_satisfiable");
  return codes;
}

/** Whether somebody who may see the object may still lack the role. */
function needsRole(access: EndpointSpec["access"]): boolean {
  if (access.kind === "administrator") return true;
  if (access.kind === "organization") return access.role !== "organization:member";
  return access.kind === "team" && access.role !== "team:clarity-member";
}

/** The OpenAPI 3.1 document, read off the contract. */
export function openApiDocument(baseUrl: string): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of allEndpoints) (paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = operation(endpoint);
  return {
    openapi: "3.1.0",
    info: {
      title: "Caseload API",
      version: "1.0.0",
      description: "Runs, agents and their revisions, files and sandboxes, for teams that put AI agents to work.",
      contact: { name: "Caseload", url: baseUrl },
      license: { name: "Apache 2.0", url: "https://www.apache.org/licenses/LICENSE-2.0" },
    },
    servers: [{ url: baseUrl }],
    tags: [...new Set(allEndpoints.map((e) => e.area))]
      .toSorted((a, b) => a.localeCompare(b, "en"))
      .map((name) => ({ name, description: `Operations on ${name.toLowerCase()}` })),
    security: [{ key: [] }, { session: [] }],
    paths,
    components: {
      securitySchemes: {
        key: { type: "http", scheme: "bearer", description: "An API key." },
        session: { type: "apiKey", in: "cookie", name: "caseload_session", description: "A signed-in person's session." },
      },
      schemas: { Error: errorSchema() },
    },
  };
}

function operation(endpoint: EndpointSpec): Record<string, unknown> {
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    description: endpoint.ours ? `${endpoint.summary}. An addition of this service: ${endpoint.ours}` : `${endpoint.summary}.`,
    tags: [endpoint.area],
    ...(endpoint.access.kind === "public" && { security: [] }),
    ...(endpoint.access.kind === "session" && { security: [{ session: [] }] }),
    parameters: [...parameters(endpoint.params, "path"), ...parameters(endpoint.query, "query"), ...idempotencyHeader(endpoint)],
    ...((endpoint.body ?? endpoint.bytes) && { requestBody: requestBody(endpoint) }),
    responses: {
      ...Object.fromEntries(successStatuses(endpoint).map((status) => [status, success(endpoint, status)])),
      ...(endpoint.status === 308 && {
        200: { description: "What the other address answers to a client that follows", headers: quotaHeaders },
      }),
      ...(endpoint.download && { 206: { ...success(endpoint, 200), description: "The part of it that `Range` asks for" } }),
      ...(endpoint.method === "GET" &&
        !endpoint.stream &&
        !endpoint.secret && { 304: { description: "What `If-None-Match` names has not changed", headers: quotaHeaders } }),
      ...failures(endpoint),
    },
  };
}

function schemaOf(schema: $ZodType, io: "input" | "output"): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" }) as Record<string, unknown>;
  return rest;
}

function parameters(schema: $ZodType | undefined, place: "path" | "query"): unknown[] {
  if (!schema) return [];
  const { required = [] } = schemaOf(schema, "input") as { required?: string[] };
  // A coerced number takes any text as input; what comes out of it says what it really has to be.
  const { properties = {} } = schemaOf(schema, "output") as { properties?: Record<string, unknown> };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    description: parameterWords[place][name],
    required: place === "path" || required.includes(name),
    schema: property,
  }));
}

function idempotencyHeader(endpoint: EndpointSpec): unknown[] {
  if (!endpoint.creates) return [];
  const description = "The same key and body answer the first result again for 24 hours.";
  return [
    { name: "Idempotency-Key", in: "header", required: false, description, schema: { type: "string", minLength: 1, maxLength: 255 } },
  ];
}

function requestBody(endpoint: EndpointSpec): unknown {
  if (endpoint.bytes) {
    const file = { ...binary("application/octet-stream"), maxLength: endpoint.bytes };
    return {
      required: true,
      description: "The bytes of the file, or a form with the file as its only part",
      content: {
        "application/octet-stream": { schema: file },
        "multipart/form-data": { schema: { type: "object", required: ["file"], properties: { file }, additionalProperties: false } },
      },
    };
  }
  if (!endpoint.body) return undefined;
  // An absent body is read as an empty object.
  const required = !z.safeParse(endpoint.body, {}).success;
  return { required, content: { "application/json": { schema: schemaOf(endpoint.body, "input") } } };
}

/** Bytes: as OpenAPI 3.1 has it, and by the format of 3.0, without which most generators make a text of it. */
function binary(contentMediaType: string): Record<string, unknown> {
  return { type: "string", format: "binary", contentMediaType };
}

function success(endpoint: EndpointSpec, status: number): Record<string, unknown> {
  if (status === 204) return { description: "Done", headers: quotaHeaders };
  const type = endpoint.download ?? (endpoint.stream ? "text/event-stream" : "application/json");
  const schema = endpoint.download ? binary(endpoint.download) : schemaOf(endpoint.reply, "output");
  return {
    description: endpoint.stream ? "Events, each as one `data:` line of JSON" : "Done",
    headers: quotaHeaders,
    content: { [type]: { schema } },
  };
}

const quotaHeaders = Object.fromEntries(
  ["RateLimit-Policy", "RateLimit", "ratelimit-limit", "ratelimit-remaining", "ratelimit-reset", "x-request-id"].map((name) => [
    name,
    { description: name === "x-request-id" ? "Names this request in logs" : "The caller's quota", schema: { type: "string" } },
  ]),
);

const retryAfter = { description: "Seconds to wait before the next try", schema: { type: "string" } };

function failures(endpoint: EndpointSpec): Record<string, unknown> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of new Set([...implicitErrors(endpoint), ...(endpoint.errors ?? [])])) {
    const { status } = errorTable[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus]
      .toSorted(([a], [b]) => a - b)
      .map(([status, codes]) => [
        String(status),
        {
          description: codes.map((code) => `\`${code}\`: ${errorTable[code].message}`).join(" "),
          headers: status === 429 || status === 503 ? { ...quotaHeaders, "Retry-After": retryAfter } : quotaHeaders,
          content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
        },
      ]),
  );
}

function errorSchema(): unknown {
  return {
    type: "object",
    required: ["error", "message"],
    properties: {
      error: { type: "string", description: "A code that does not change", enum: Object.keys(errorTable) },
      message: { type: "string", description: "A sentence for a person" },
      issues: {
        type: "array",
        description: "With 400: each broken field",
        items: {
          type: "object",
          required: ["path", "message"],
          properties: { path: { type: "array", items: { type: ["string", "number"] } }, message: { type: "string" } },
        },
      },
      validationErrors: {
        type: "array",
        description: "With 400 of skills: the same, by the name of the field",
        items: {
          type: "object",
          required: ["field", "message"],
          properties: { field: { type: "string" }, message: { type: "string" } },
        },
      },
    },
  };
}
