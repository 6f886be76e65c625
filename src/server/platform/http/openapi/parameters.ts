import type { EndpointSpec } from "#contract/endpoint.ts";
import { fieldsOf, idWords, kindOf } from "#contract/ids.ts";
import { parameterWords } from "./parameter-words.ts";
import type { Json, Schemas } from "./schemas.ts";

/** As the recorded examples have their first id. */
const exampleId = "00000000-0000-4000-8000-000000000001";

const idempotencyKey = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "Repeats answer the first result for 24 hours, as long as key and body are the same. Another body with this key is 422.",
  schema: { type: "string", minLength: 1, maxLength: 255 },
};

type Parameter = typeof idempotencyKey | Json;

function declared(endpoint: EndpointSpec, schemas: Schemas): Parameter[] {
  return (["path", "query"] as const).flatMap((place) => {
    const schema = place === "path" ? endpoint.params : endpoint.query;
    if (!schema) return [];
    const { required = [] } = schemas.of(schema, "input") as { required?: string[] };
    // A coerced number takes any text as input; what comes out of it says what it really has to be.
    const { properties = {} } = schemas.of(schema, "output") as { properties?: Json };
    const fields = fieldsOf(schema);
    return Object.entries(properties).map(([name, property]) => {
      const kind = place === "path" ? kindOf(fields[name]) : undefined;
      return {
        name,
        in: place,
        description: kind ? `Id of the ${idWords[kind]}` : parameterWords[place][name],
        required: place === "path" || required.includes(name),
        schema: property,
        ...(kind && { example: exampleId }),
      };
    });
  });
}

export interface Parameters {
  of(endpoint: EndpointSpec): unknown[];
  readonly components: Json;
}

/** The parameters of every endpoint. One that several declare, all of them alike, is a component. */
export function collectParameters(endpoints: readonly EndpointSpec[], schemas: Schemas): Parameters {
  const all = new Map(
    endpoints.map((endpoint) => [endpoint, [...declared(endpoint, schemas), ...(endpoint.creates ? [idempotencyKey] : [])]]),
  );
  const uses = new Map<string, string[]>();
  for (const parameter of [...all.values()].flat()) {
    const name = String(parameter.name);
    uses.set(name, [...(uses.get(name) ?? []), JSON.stringify(parameter)]);
  }
  const shared = new Map(
    [...uses]
      .filter(([, forms]) => forms.length > 1 && new Set(forms).size === 1)
      .map(([name, [form = ""]]) => [name, JSON.parse(form) as Json]),
  );
  return {
    of: (endpoint) =>
      (all.get(endpoint) ?? []).map((parameter) =>
        shared.has(String(parameter.name)) ? { $ref: `#/components/parameters/${String(parameter.name)}` } : parameter,
      ),
    components: Object.fromEntries([...shared].toSorted(([a], [b]) => a.localeCompare(b, "en"))),
  };
}
