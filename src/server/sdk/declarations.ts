import type { EndpointSpec } from "#contract/endpoint.ts";
import { fieldsOf } from "#contract/ids.ts";
import type { $ZodType } from "#contract/zod.ts";
import { collectSchemas, type Direction, type Schemas } from "#server/platform/http/openapi/schemas.ts";
import { type Named, sdkOperations } from "./operations.ts";
import { typeOf } from "./print-types.ts";

const capital = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1);

/** The types of the package: every record by its name, input and reply of every operation, and the client with its nouns. */
export function declarations(): string {
  const named = sdkOperations();
  const schemas = collectSchemas(named.flatMap(({ endpoint }) => schemasOf(endpoint)));
  const nouns = [...Map.groupBy(named, ({ noun }) => noun)];
  return [
    header,
    ...Object.entries(schemas.components).map(([name, schema]) => `export type ${name} = ${typeOf(schema)};`),
    ...named.flatMap(({ endpoint }) => [
      `export type ${capital(endpoint.name)}Input = ${inputOf(endpoint, schemas)};`,
      `export type ${capital(endpoint.name)}Reply = ${replyOf(endpoint, schemas)};`,
    ]),
    ...nouns.map(([noun, some]) => nounOf(noun, some)),
    `export declare class Caseload {\n  constructor(options?: CaseloadOptions);\n  readonly url: string;\n  /** As the last answer said it. */\n  readonly quota: Quota | undefined;`,
    ...nouns.map(([noun]) => `  readonly ${noun}: ${capital(noun)}Operations;`),
    "}\n",
  ].join("\n");
}

const header = `import type { CallOptions, CaseloadOptions, Content, FollowOptions, List, Quota, WebhookDelivery } from "./shapes.js";
export type { CallOptions, CaseloadOptions, Content, FieldIssue, FollowOptions, List, Quota, WebhookDelivery } from "./shapes.js";
export { CaseloadError } from "./errors.js";
/**
 * The event of a webhook, once its signature and its time are those of a sender with this secret. Rejects with a \`CaseloadError\` whose code is
 * \`invalid_webhook\` otherwise: answer 400 then.
 */
export declare function verifyWebhook(delivery: WebhookDelivery): Promise<unknown>;
`;

/** Beside those of the contract: what takes several requests. Each is written in sdk/client.ts. */
const further: Readonly<Record<string, string>> = {
  runs: `  /** Every message of a run, each once it is complete, until the run ends. Connects again by itself; \`after\` continues behind a message. */
  follow(input: { run_id: string }, options?: FollowOptions): AsyncIterable<RunMessage>;
  /** Waits until the run ends. */
  wait(input: { run_id: string }, options?: FollowOptions): Promise<GetRunDetailsReply>;
`,
  sandboxes: `  /** The file itself, as the answer of \`fetch\`: \`text()\`, \`arrayBuffer()\` or \`body\`. */
  download(input: GetSandboxDownloadUrlInput, options?: CallOptions): Promise<Response>;
`,
  files: `  /** The file itself, as the answer of \`fetch\`: \`text()\`, \`arrayBuffer()\` or \`body\`. */
  download(input: GetFileDownloadUrlInput, options?: CallOptions): Promise<Response>;
  /** Sends a file of any size to the address that \`createUploadUrl\` answers. */
  upload(input: { teamId: string; fileName: string; content: Content; contentType?: string }, options?: CallOptions): Promise<void>;
`,
};

export const furtherVerbs: readonly string[] = Object.entries(further).flatMap(([noun, text]) =>
  [...text.matchAll(/^ {2}(\w+)\(/gm)].map(([, verb]) => `${noun}.${verb}`),
);

function nounOf(noun: string, some: readonly Named[]): string {
  const lines = some.map(({ endpoint, verb, operation }) => {
    const type = capital(endpoint.name);
    const input = `${mayBeAbsent(endpoint) ? "input?" : "input"}: ${type}Input`;
    const answer = operation.list
      ? `List<${type}Reply, ${type}Reply["${operation.list[0]}"][number]>`
      : operation.answers === "events"
        ? `Promise<AsyncIterable<${type}Reply>>`
        : `Promise<${type}Reply>`;
    const codes = endpoint.errors?.length ? ` Refused as ${endpoint.errors.map((code) => `\`${code}\``).join(", ")}.` : "";
    return `  /** ${endpoint.summary}. \`${endpoint.method} ${endpoint.path}\`${codes} */\n  ${verb}(${input}, options?: CallOptions): ${answer};`;
  });
  return `export interface ${capital(noun)}Operations {\n${further[noun] ?? ""}${lines.join("\n")}\n}`;
}

function mayBeAbsent(endpoint: EndpointSpec): boolean {
  if (endpoint.params || endpoint.bytes !== undefined) return false;
  return [endpoint.query, endpoint.body].every((schema) => !schema || schema["~standard"] === undefined || isEmptyTaken(schema));
}
function isEmptyTaken(schema: $ZodType): boolean {
  return Object.values(fieldsOf(schema)).length > 0 && Object.values(fieldsOf(schema)).every((field) => field._zod.optin === "optional");
}

/** The parts of a request beside each other: no two have a field of one name, as the tools of AI clients prove. */
function inputOf(endpoint: EndpointSpec, schemas: Schemas): string {
  const parts = [
    ...[endpoint.params, endpoint.query].flatMap((schema) => (schema ? [addressed(schema, schemas)] : [])),
    ...(endpoint.body ? [typeOf(schemas.of(endpoint.body, "input"))] : []),
    ...(endpoint.bytes === undefined ? [] : ["{ content: Content }"]),
  ];
  return parts.map((part) => (/ \| /.test(part) && parts.length > 1 ? `(${part})` : part)).join(" & ") || "Record<string, never>";
}

/** What comes out of a coerced number says what it has to be, and a field with a default may be left out. */
function addressed(schema: $ZodType, schemas: Schemas): string {
  const { required = [] } = schemas.of(schema, "input") as { required?: string[] };
  return typeOf({ ...schemas.of(schema, "output"), required });
}

function replyOf({ reply, download, exports, status }: EndpointSpec, schemas: Schemas): string {
  if (status === 204) return "undefined";
  if (download) return "Uint8Array";
  return exports ? "string" : typeOf(schemas.of(reply, "output"));
}

/** Every schema that an operation names. */
export function schemasOf({ params, query, body, reply, download }: EndpointSpec): (readonly [$ZodType, Direction])[] {
  const read = [params, query].flatMap((schema) =>
    schema
      ? ([
          [schema, "input"],
          [schema, "output"],
        ] as const)
      : [],
  );
  return [...read, ...(body ? [[body, "input"] as const] : []), ...(download ? [] : [[reply, "output"] as const])];
}
