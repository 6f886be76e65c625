import type { EndpointSpec } from "#contract/endpoint.ts";
import { allEndpoints } from "#contract/index.ts";
import type { $ZodType } from "#contract/zod.ts";
import { areaWords } from "./area-words.ts";
import { readExamples } from "./examples.ts";
import { errorParts, failureComponents } from "./failures.ts";
import { headerComponents } from "./headers.ts";
import { introduction } from "./introduction.ts";
import { notModified, operation } from "./operation.ts";
import { collectParameters } from "./parameters.ts";
import { type Direction, type Json, collectSchemas } from "./schemas.ts";
import { webhookParameters, webhookParts, webhooks } from "./webhooks.ts";

/** The OpenAPI 3.1 document, read off the contract. */
export function openApiDocument(baseUrl: string): Json {
  const schemas = collectSchemas([
    ...allEndpoints.flatMap((e) => schemasOf(e)),
    ...[...errorParts, ...webhookParts].map((part) => [part, "output"] as const),
  ]);
  const examples = readExamples();
  const parameters = collectParameters(allEndpoints, schemas);
  const failed = failureComponents(allEndpoints, schemas);
  const paths: Record<string, Json> = {};
  // What belongs together stands together: for who reads it, and because the packed document is smaller by it.
  for (const endpoint of allEndpoints.toSorted((a, b) => a.area.localeCompare(b.area, "en")))
    (paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = operation(endpoint, { schemas, parameters, examples });
  return {
    openapi: "3.1.0",
    info: {
      title: "Caseload API",
      version: "1.0.0",
      description: introduction,
      contact: { name: "Caseload", url: baseUrl },
      license: { name: "Apache 2.0", url: "https://www.apache.org/licenses/LICENSE-2.0" },
    },
    servers: [{ url: baseUrl }],
    tags: [...new Set(allEndpoints.map((e) => e.area))]
      .toSorted((a, b) => a.localeCompare(b, "en"))
      .map((name) => ({ name, description: areaWords[name] })),
    security: [{ key: [] }, { session: [] }],
    paths,
    webhooks: webhooks(schemas),
    components: {
      securitySchemes: {
        key: { type: "http", scheme: "bearer", description: "An API key." },
        session: { type: "apiKey", in: "cookie", name: "caseload_session", description: "A signed-in person's session." },
      },
      parameters: { ...parameters.components, ...webhookParameters },
      headers: headerComponents,
      schemas: likesTogether({ ...schemas.components, ...failed.schemas }),
      responses: { Same: notModified, ...failed.responses },
    },
  };
}

/** By what they hold: the window of gzip is 32 KiB, and what is alike should stand within it. */
function likesTogether(schemas: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const texts = Object.entries(schemas).map(([name, schema]) => [JSON.stringify(schema), name, schema] as const);
  return Object.fromEntries(texts.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, name, schema]) => [name, schema]));
}

function schemasOf({ params, query, body, reply, greets, download }: EndpointSpec): (readonly [$ZodType, Direction])[] {
  const read = [params, query].flatMap((schema) =>
    schema
      ? ([
          [schema, "input"],
          [schema, "output"],
        ] as const)
      : [],
  );
  return [
    ...read,
    ...(body ? [[body, "input"] as const] : []),
    ...(download ? [] : [[reply, "output"] as const]),
    ...(greets ? [[greets, "output"] as const] : []),
  ];
}
