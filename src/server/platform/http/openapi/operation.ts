import { type EndpointSpec, needsSession, successStatuses } from "#contract/endpoint.ts";
import { z } from "#contract/zod.ts";
import type { RecordedExample } from "./examples.ts";
import { failures } from "./failures.ts";
import { answerHeaders } from "./headers.ts";
import type { Parameters } from "./parameters.ts";
import { type Json, type Schemas, mayGrow } from "./schemas.ts";

export interface Parts {
  readonly schemas: Schemas;
  readonly parameters: Parameters;
  readonly examples: ReadonlyMap<string, RecordedExample>;
}

export function operation(endpoint: EndpointSpec, parts: Parts): Json {
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    description: endpoint.ours ? `An addition of this service: ${endpoint.ours}` : `${endpoint.summary}.`,
    tags: [endpoint.area],
    ...(endpoint.access.scope === "public" && { security: [] }),
    ...(needsSession(endpoint.access) && { security: [{ session: [] }] }),
    parameters: parts.parameters.of(endpoint),
    ...((endpoint.body ?? endpoint.bytes) && { requestBody: requestBody(endpoint, parts) }),
    responses: {
      ...Object.fromEntries(successStatuses(endpoint).map((status) => [status, success(endpoint, status, parts)])),
      ...(endpoint.status === 308 && {
        200: { description: "What the other address answers to a client that follows", headers: answerHeaders() },
      }),
      ...(endpoint.download && { 206: { ...success(endpoint, 200, parts), description: "The part of it that `Range` asks for" } }),
      ...(canBeFresh(endpoint) && { 304: { $ref: "#/components/responses/NotModified" } }),
      ...failures(endpoint),
    },
  };
}

export const notModified = { description: "What `If-None-Match` names has not changed", headers: answerHeaders("ETag") };

/** Whether a reader that has the answer is told so instead of getting it again. */
function canBeFresh({ method, stream, secret }: EndpointSpec): boolean {
  return method === "GET" && !stream && !secret;
}

function requestBody(endpoint: EndpointSpec, { schemas, examples }: Parts): unknown {
  if (endpoint.bytes) {
    const file = { ...binary("application/octet-stream"), maxLength: endpoint.bytes };
    return {
      required: true,
      description: "The bytes of the file, or a form with the file as its only part",
      content: {
        // First, because a generator that knows one form of a body takes the first, and this one all of them send as bytes.
        "multipart/form-data": { schema: { type: "object", required: ["file"], properties: { file }, additionalProperties: false } },
        "application/octet-stream": { schema: file },
      },
    };
  }
  if (!endpoint.body) return undefined;
  // An absent body is read as an empty object.
  const required = !z.safeParse(endpoint.body, {}).success;
  const { body } = examples.get(endpoint.name) ?? {};
  const schema = schemas.of(endpoint.body, "input");
  return { required, content: { "application/json": { schema, ...(body !== undefined && { example: body }) } } };
}

/** Bytes: as OpenAPI 3.1 has it, and by the format of 3.0, without which most generators make a text of it. */
function binary(contentMediaType: string): Json {
  return { type: "string", format: "binary", contentMediaType };
}

/** A whole list: as lines of text, or as the rows that other answers have. */
function exported(endpoint: EndpointSpec, schemas: Schemas): Json {
  return {
    description: "The rows as CSV, or as JSON where `format` asks for it",
    headers: answerHeaders(),
    content: {
      "text/csv": { schema: { type: "string" } },
      "application/json": { schema: { type: "array", items: schemas.of(endpoint.reply, "output") } },
    },
  };
}

function success(endpoint: EndpointSpec, status: number, { schemas, examples }: Parts): Json {
  if (status === 204) return { description: "Done", headers: answerHeaders() };
  if (endpoint.exports) return exported(endpoint, schemas);
  const type = endpoint.download ?? (endpoint.stream ? "text/event-stream" : "application/json");
  const schema = endpoint.download ? binary(endpoint.download) : mayGrow(schemas.of(endpoint.reply, "output"));
  const { reply } = examples.get(endpoint.name) ?? {};
  return {
    description: endpoint.stream ? "Events, each as one `data:` line of JSON" : endpoint.method === "GET" ? "What was asked for" : "Done",
    headers: answerHeaders(...(canBeFresh(endpoint) ? (["ETag"] as const) : [])),
    content: { [type]: { schema, ...(reply !== undefined && { example: reply }) } },
  };
}
