import { needsSession } from "#contract/access.ts";
import type { EndpointSpec } from "#contract/endpoint.ts";
import { z } from "#contract/zod.ts";
import { answersOf, binary, canBeFresh } from "./answers.ts";
import type { RecordedExample } from "./examples.ts";
import { failures } from "./failures.ts";
import { quotaHeaders } from "./headers.ts";
import { operationWords } from "./operation-words.ts";
import type { Parameters } from "./parameters.ts";
import type { Json, Schemas } from "./schemas.ts";

export interface Parts {
  readonly schemas: Schemas;
  readonly parameters: Parameters;
  readonly examples: ReadonlyMap<string, RecordedExample>;
}

export function operation(endpoint: EndpointSpec, parts: Parts): Json {
  const answers = answersOf(endpoint, parts.schemas, parts.examples.get(endpoint.name));
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    description: operationWords(endpoint),
    tags: [endpoint.area],
    ...(endpoint.access.scope === "public" && { security: [] }),
    ...(needsSession(endpoint.access) && { security: [{ session: [] }] }),
    parameters: parts.parameters.of(endpoint),
    ...((endpoint.body ?? endpoint.bytes) && { requestBody: requestBody(endpoint, parts) }),
    responses: {
      ...answers,
      ...(endpoint.status === 308 && {
        200: { description: "What the other address answers to a client that follows", headers: quotaHeaders() },
      }),
      ...(endpoint.download && { 206: { ...(answers["200"] as Json), description: "The part of it that `Range` asks for" } }),
      ...(canBeFresh(endpoint) && { 304: { $ref: "#/components/responses/Same" } }),
      ...failures(endpoint),
    },
  };
}

export const notModified = { description: "What `If-None-Match` names has not changed", headers: quotaHeaders("x-request-id", "ETag") };

function requestBody(endpoint: EndpointSpec, { schemas, examples }: Parts): unknown {
  if (endpoint.bytes) {
    // `maxLength` counts characters, and generators would hold a file to it.
    const file = binary("application/octet-stream");
    return {
      required: true,
      description: `The bytes of the file, at most ${endpoint.bytes}, or a form with the file as its only part`,
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
  return { ...(required && { required }), content: { "application/json": { schema, ...(body !== undefined && { example: body }) } } };
}
