import type { EndpointSpec } from "#contract/endpoint.ts";
import { fieldsOf, idWords, kindOf } from "#contract/ids.ts";
import { parameterWords } from "./parameter-words.ts";
import type { Json, Schemas } from "./schemas.ts";

/** As the recorded examples have their first id. */
const exampleId = "00000000-0000-4000-8000-000000000001";

const idempotencyKey = {
  name: "Idempotency-Key",
  in: "header",
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
        description: kind ? idWords(kind) : (parameterWords[place][`${endpoint.name}.${name}`] ?? parameterWords[place][name]),
        ...((place === "path" || required.includes(name)) && { required: true }),
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

/** The parameters of every endpoint. One that several declare alike is a component, by its name, and with a number where there are several forms. */
export function collectParameters(endpoints: readonly EndpointSpec[], schemas: Schemas): Parameters {
  const all = new Map(
    endpoints.map((endpoint) => [endpoint, [...declared(endpoint, schemas), ...(endpoint.creates ? [idempotencyKey] : [])]]),
  );
  const uses = new Map<string, number>();
  for (const form of [...all.values()].flat().map((parameter) => JSON.stringify(parameter))) uses.set(form, (uses.get(form) ?? 0) + 1);
  const components = new Map<string, Json>();
  const nameOf = new Map<string, string>();
  for (const [form] of [...uses].filter(([, count]) => count > 1).toSorted(([, a], [, b]) => b - a)) {
    const parameter = JSON.parse(form) as Json;
    const others = [...components.values()].filter(({ name }) => name === parameter.name).length;
    const name = `${String(parameter.name)}${others === 0 ? "" : `-${others + 1}`}`;
    components.set(name, parameter);
    nameOf.set(form, name);
  }
  return {
    of: (endpoint) =>
      (all.get(endpoint) ?? []).map((parameter) => {
        const name = nameOf.get(JSON.stringify(parameter));
        return name === undefined ? parameter : { $ref: `#/components/parameters/${name}` };
      }),
    components: Object.fromEntries([...components].toSorted(([a], [b]) => a.localeCompare(b, "en"))),
  };
}
