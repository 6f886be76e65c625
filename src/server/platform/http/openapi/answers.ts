import { type EndpointSpec, isUnkept, replyWith, successStatuses } from "#contract/endpoint.ts";
import type { RecordedExample } from "./examples.ts";
import { quotaHeaders } from "./headers.ts";
import { type Json, type Schemas, mayGrow } from "./schemas.ts";

/**
 * What an endpoint answers with when it succeeds, by status. Said at each operation, also where several answer alike: of an answer that is a
 * component some generators of clients do not see that it is JSON.
 */
export function answersOf(endpoint: EndpointSpec, schemas: Schemas, example: RecordedExample | undefined): Readonly<Record<string, Json>> {
  return Object.fromEntries(
    successStatuses(endpoint).map((status) => [
      status,
      withExample(success(endpoint, status, schemas), replyWith(endpoint, status) === endpoint.reply ? example?.reply : undefined),
    ]),
  );
}

interface Answer extends Json {
  readonly content?: Readonly<Record<string, Json>>;
}

function withExample({ content, ...answer }: Answer, example: unknown): Json {
  if (content === undefined || example === undefined) return { ...answer, ...(content && { content }) };
  return { ...answer, content: Object.fromEntries(Object.entries(content).map(([type, form]) => [type, { ...form, example }])) };
}

function success(endpoint: EndpointSpec, status: number, schemas: Schemas): Answer {
  if (status === 204) return { description: "Done", headers: quotaHeaders() };
  if (endpoint.exports) return exported(endpoint, schemas);
  const type = endpoint.download ?? (endpoint.stream ? "text/event-stream" : "application/json");
  const schema = endpoint.download ? binary(endpoint.download) : mayGrow(schemas.of(replyWith(endpoint, status), "output"));
  return {
    description: endpoint.stream ? "Events, each as one `data:` line of JSON" : endpoint.method === "GET" ? "Answer" : "Done",
    headers: quotaHeaders(...(canBeFresh(endpoint) ? (["ETag"] as const) : [])),
    content: { [type]: { schema } },
  };
}

/** A whole list: as lines of text, or as the rows that other answers have. */
function exported(endpoint: EndpointSpec, schemas: Schemas): Answer {
  return {
    description: "The rows as CSV, or as JSON where `format` asks for it",
    headers: quotaHeaders(),
    content: {
      "text/csv": { schema: { type: "string" } },
      "application/json": { schema: { type: "array", items: schemas.of(endpoint.reply, "output") } },
    },
  };
}

/** Whether a reader that has the answer is told so instead of getting it again. */
export function canBeFresh(endpoint: EndpointSpec): boolean {
  return endpoint.method === "GET" && !endpoint.stream && !isUnkept(endpoint);
}

/** Bytes: as OpenAPI 3.1 has it, and by the format of 3.0, without which most generators make a text of it. */
export function binary(contentMediaType: string): Json {
  return { type: "string", format: "binary", contentMediaType };
}
