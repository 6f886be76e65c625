import { needsSession } from "#contract/access.ts";
import { type EndpointSpec, replyWith, successStatuses } from "#contract/endpoint.ts";
import { errorTable } from "#contract/errors.ts";
import { allEndpoints } from "#contract/index.ts";
import { organizationRoleNames, roleNames } from "#contract/roles.ts";
import { sdkName } from "#sdk/names.ts";
import type { Reference, ReferenceDetail, ReferenceEntry } from "#sdk/reference/reference.ts";
import { areaWords } from "#server/platform/http/openapi/area-words.ts";
import { readExamples } from "#server/platform/http/openapi/examples.ts";
import { implicitErrors } from "#server/platform/http/openapi/implicit-errors.ts";
import { collectSchemas, type Json, type Schemas } from "#server/platform/http/openapi/schemas.ts";
import { schemasOf } from "./declarations.ts";
import { fieldsFor } from "./commands.ts";
import { operationOf, whyLeftOut } from "./operations.ts";
import { typeOf } from "./print-types.ts";

function entryOf({ name, area, summary, method, path, ...endpoint }: EndpointSpec): ReferenceEntry {
  const left = whyLeftOut({ name, area, summary, method, path, ...endpoint });
  return { name, area, summary, method, path, ...(left === undefined && { sdk: sdkName(area, name) }) };
}

/** Every operation in a line. */
export function reference(url: string): Reference {
  const used = new Set(allEndpoints.map(({ area }) => area));
  const areas = Object.entries(areaWords).flatMap(([name, words]) => (used.has(name) ? [{ name, words }] : []));
  return {
    url,
    areas: areas.toSorted((a, b) => a.name.localeCompare(b.name, "en")),
    operations: allEndpoints.map((endpoint) => entryOf(endpoint)),
  };
}

/** Says of one operation all that the contract does; undefined for a name that there is not. */
export function referenceDetails(): (name: string) => ReferenceDetail | undefined {
  const schemas = collectSchemas(allEndpoints.flatMap((endpoint) => schemasOf(endpoint)));
  const examples = readExamples();
  return (name) => {
    const endpoint = allEndpoints.find((one) => one.name === name);
    if (!endpoint) return undefined;
    const { body, reply, download, exports, status } = endpoint;
    const answered = status === 204 || download ? undefined : schemas.of(reply, "output");
    const type = status === 204 ? "undefined" : download ? "Uint8Array" : exports ? "string" : typeOf(answered);
    const { body: sent, reply: given } = examples.get(name) ?? {};
    return {
      ...entryOf(endpoint),
      access: accessWords(endpoint),
      operation: operationOf(endpoint),
      needs: { ...endpoint.access },
      fields: fieldsFor(endpoint, schemas),
      answers: successStatuses(endpoint)
        .filter((code) => replyWith(endpoint, code) === reply)
        .map((code) => ({ status: code, type })),
      types: typesIn([body && schemas.of(body, "input"), answered], schemas),
      errors: errorsOf(endpoint),
      example: { ...(sent !== undefined && { body: sent }), ...(given !== undefined && { reply: given }) },
    };
  };
}

function errorsOf(endpoint: EndpointSpec): ReferenceDetail["errors"] {
  const codes = new Set([...(endpoint.errors ?? []), ...implicitErrors(endpoint)]);
  return [...codes]
    .map((code) => ({ code, status: errorTable[code].status, message: errorTable[code].message }))
    .toSorted((a, b) => a.status - b.status);
}

/** Every record that these schemas name, and those that they name. */
function typesIn(wanted: readonly (Json | undefined)[], { components }: Schemas): ReferenceDetail["types"] {
  const named = new Set<string>();
  const open = wanted.flatMap((json) => namesIn(json));
  for (let name = open.shift(); name !== undefined; name = open.shift()) {
    if (named.has(name)) continue;
    named.add(name);
    open.push(...namesIn(components[name]));
  }
  return [...named].map((name) => ({ name, text: `type ${name} = ${typeOf(components[name])};` }));
}

function namesIn(json: unknown): string[] {
  return [...(JSON.stringify(json) ?? "").matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name = ""]) => name);
}

function accessWords(endpoint: EndpointSpec): string {
  const { access, may } = endpoint;
  if (needsSession(access)) return "A signed-in person. An API key is not enough.";
  if (access.scope === "public") return endpoint.signed ? "Any service that signs with the secret." : "Anyone, without a key.";
  if (access.scope === "self") return "Any API key or signed-in person.";
  if (access.scope === "organization") return `${organizationRoleNames[access.role]} of the organization, or a higher role.`;
  const owner = access.or === "owner" ? ` Also the person it belongs to.` : "";
  const self = access.self === undefined ? "" : " For yourself any role is enough.";
  return `${roleNames[access.role]} of the team, or a higher role.${owner}${self}${may ? " Some roles see only their own." : ""}`;
}
