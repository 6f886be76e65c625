import { needsSession } from "#contract/access.ts";
import type { EndpointSpec } from "#contract/endpoint.ts";
import { fieldsOf } from "#contract/ids.ts";
import { allEndpoints } from "#contract/index.ts";
import { sdkName } from "#sdk/names.ts";
import type { Operation } from "#sdk/operation.ts";

/** What belongs to browsers or to other services has no place in a client with a key. */
export function whyLeftOut({ access, signed, status }: EndpointSpec): string | undefined {
  if (signed) return "Another service signs it.";
  if (access.scope === "public") return "It is for people without a key: to sign in, to join, to set up.";
  if (needsSession(access)) return "It asks for a signed-in person. A key would always be refused.";
  if (status === 308) return "It only says that another operation took its place.";
  return undefined;
}

/** An operation with its names in the client. */
export interface Named {
  readonly endpoint: EndpointSpec;
  readonly noun: string;
  readonly verb: string;
  readonly operation: Operation;
}

/** All operations that the client has, by noun and verb. Throws where two would have one name. */
export function sdkOperations(): readonly Named[] {
  const seen = new Map<string, string>();
  return allEndpoints
    .filter((endpoint) => whyLeftOut(endpoint) === undefined)
    .map((endpoint) => {
      const name = sdkName(endpoint.area, endpoint.name);
      const key = `${name.noun}.${name.verb}`;
      const other = seen.get(key);
      if (other !== undefined) throw new Error(`${endpoint.name} and ${other} are both ${key}: give one of them a verb in sdk/names.ts`);
      seen.set(key, endpoint.name);
      return { endpoint, ...name, operation: operationOf(endpoint) };
    })
    .toSorted((a, b) => (a.noun === b.noun ? (a.verb < b.verb ? -1 : 1) : a.noun < b.noun ? -1 : 1));
}

/** How the client sends it. */
export function operationOf(endpoint: EndpointSpec): Operation {
  const { method, path, query, body, bytes, creates, readOnly } = endpoint;
  const list = listOf(endpoint);
  const answers = answersOf(endpoint);
  return {
    method,
    path,
    // Without a body everything that is not in the path is in the query.
    ...((body ?? bytes) !== undefined && { query: Object.keys(fieldsOf(query)) }),
    ...(bytes !== undefined && { bytes: true as const }),
    ...(creates && { creates: true as const }),
    ...(readOnly && { reads: true as const }),
    ...(answers && { answers }),
    ...(list && { list }),
  };
}

function answersOf({ stream, download, exports, status }: EndpointSpec): Operation["answers"] {
  if (stream) return "events";
  if (download) return "bytes";
  if (exports) return "text";
  return status === 204 ? "nothing" : undefined;
}

/** The first field of the answer that holds rows, of an operation that finds them. */
function listOf({ name, method, readOnly, query, body, reply, stream, exports }: EndpointSpec): Operation["list"] {
  if (!/^(list|find|search)/.test(name) || !(method === "GET" || readOnly) || stream || exports) return undefined;
  const answered = fieldsOf(reply);
  const rows = Object.keys(answered).find((field) => answered[field]?._zod.def.type === "array");
  if (rows === undefined) return undefined;
  const fields = { ...fieldsOf(query), ...fieldsOf(body) };
  if ("after" in fields && "next" in answered) return [rows, "after"];
  if ("cursor" in fields && "nextCursor" in answered) return [rows, "cursor"];
  return [rows, "offset" in fields ? "offset" : "none"];
}
