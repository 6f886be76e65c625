import { type EndpointSpec, successStatuses } from "#contract/endpoint.ts";
import type { RecordedExample } from "./examples.ts";
import { quotaHeaders } from "./headers.ts";
import { type Json, type Schemas, mayGrow } from "./schemas.ts";

export interface Answers {
  /** What an endpoint answers with when it succeeds, by status. */
  of(endpoint: EndpointSpec): Json;
  readonly components: Json;
}

/** From so many on a component is shorter than what it stands for, and its name worth knowing. */
const fewestAlike = 3;

/** The successes of every endpoint. One that several answer alike is a component, called as what it carries, with the example of the first of them. */
export function collectAnswers(
  endpoints: readonly EndpointSpec[],
  { schemas, examples }: { readonly schemas: Schemas; readonly examples: ReadonlyMap<string, RecordedExample> },
): Answers {
  const all = endpoints.flatMap((endpoint) =>
    successStatuses(endpoint).map((status) => ({ endpoint, status, form: success(endpoint, status, schemas) })),
  );
  const alike = new Map<string, typeof all>();
  for (const answer of all) alike.set(JSON.stringify(answer.form), [...(alike.get(JSON.stringify(answer.form)) ?? []), answer]);
  const shown = ({ endpoint, form }: (typeof all)[number]) => withExample(form, examples.get(endpoint.name)?.reply);
  const components = new Map<string, Json>();
  const nameOf = new Map<string, string>();
  for (const [key, [first, ...others]] of alike) {
    if (!first || 1 + others.length < fewestAlike) continue;
    const word = carried(schemas.of(first.endpoint.reply, "output"));
    const earlier = [...components.keys()].filter((name) => name.replace(/-\d+$/, "") === word).length;
    const name = `${word}${earlier === 0 ? "" : `-${earlier + 1}`}`;
    components.set(name, shown(first));
    nameOf.set(key, name);
  }
  return {
    of: (wanted) =>
      Object.fromEntries(
        all
          .filter(({ endpoint }) => endpoint === wanted)
          .map((answer) => {
            const name = nameOf.get(JSON.stringify(answer.form));
            return [answer.status, name === undefined ? shown(answer) : { $ref: `#/components/responses/${name}` }];
          }),
      ),
    components: Object.fromEntries(components),
  };
}

/** The name of the record, or of the fields around it. */
function carried({ $ref, properties = {} }: { $ref?: string; properties?: Json }): string {
  if ($ref !== undefined) return $ref.split("/").at(-1) ?? "";
  return Object.keys(properties)
    .join("_")
    .replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
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
  const schema = endpoint.download ? binary(endpoint.download) : mayGrow(schemas.of(endpoint.reply, "output"));
  return {
    description: endpoint.stream ? "Events, each as one `data:` line of JSON" : endpoint.method === "GET" ? "What was asked for" : "Done",
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
export function canBeFresh({ method, stream, secret }: EndpointSpec): boolean {
  return method === "GET" && !stream && !secret;
}

/** Bytes: as OpenAPI 3.1 has it, and by the format of 3.0, without which most generators make a text of it. */
export function binary(contentMediaType: string): Json {
  return { type: "string", format: "binary", contentMediaType };
}
