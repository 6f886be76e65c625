import { expect, it } from "vitest";
import { errorTable } from "#contract/errors.ts";
import { allEndpoints } from "#contract/index.ts";
import { openApiDocument } from "#server/platform/http/openapi/document.ts";

type Json = Record<string, unknown>;
interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Record<string, Json>;
  readonly required?: readonly string[];
  readonly oneOf?: readonly { readonly $ref?: string }[];
  readonly discriminator?: { readonly propertyName: string; readonly mapping?: Record<string, string> };
}

const document = openApiDocument("https://caseload.invalid");
const components = (document.components as { schemas: Record<string, Schema> }).schemas;

/** Every schema of the document with its place, whether it is an element of a list, and nothing inside of examples. */
function* schemasIn(json: unknown, place: string, element = false): Generator<{ schema: Schema; place: string; element: boolean }> {
  if (Array.isArray(json)) for (const [i, item] of json.entries()) yield* schemasIn(item, `${place}/${i}`, element);
  else if (typeof json === "object" && json !== null) {
    yield { schema: json, place, element };
    for (const [key, value] of Object.entries(json))
      if (!/^examples?$/.test(key)) yield* schemasIn(value, `${place}/${key}`, key === "items");
  }
}
const all = [...schemasIn(document.paths, "paths"), ...schemasIn(document.components, "components")];

it("has a type of its own for each record, called as in the contract", () => {
  expect(Object.keys(components)).toEqual(
    expect.arrayContaining(["Case", "Run", "Revision", "Agent", "Queue", "Label", "TeamFile", "Skill", "RunMessage", "HumanRequest"]),
  );
  // A list whose elements have no name becomes `ListCases200CasesItem` in generated code.
  const nameless = all.filter(({ schema, element }) => element && schema.properties && [schema.type].flat().includes("object"));
  expect(nameless.map(({ place }) => place)).toEqual([]);
});

it("writes no record out a second time", () => {
  const named = new Map(Object.entries(components).map(([name, schema]) => [JSON.stringify(schema), name]));
  const copies = all.filter(({ schema, place }) => {
    const name = schema.properties && Object.keys(schema.properties).length > 3 && named.get(JSON.stringify(schema));
    return name && place !== `components/schemas/${name}`;
  });
  expect(copies.map(({ place }) => place)).toEqual([]);
  expect(JSON.stringify(document).length / allEndpoints.length).toBeLessThan(5_000);
});

it("refers to nothing that is not there, and keeps nothing that nobody refers to", () => {
  const refs = new Set([...JSON.stringify(document).matchAll(/"#\/components\/(\w+\/[\w-]+)"/g)].map((match) => match[1]));
  const there = Object.entries(document.components as Record<string, Json>)
    .filter(([kind]) => kind !== "securitySchemes")
    .flatMap(([kind, entries]) => Object.keys(entries).map((name) => `${kind}/${name}`));
  expect([...refs].toSorted()).toEqual(there.toSorted());
});

it("says of each union of records by which field they are told apart", () => {
  const unions = all.filter(({ schema }) => schema.oneOf);
  expect(unions.length).toBeGreaterThan(30);
  for (const { schema, place } of unions) {
    expect(schema.discriminator, place).toBeDefined();
    // Without a list a schema stands for the value that it is called like (OpenAPI 3.1, Discriminator Object).
    const byName: Record<string, string> = Object.fromEntries(
      schema.oneOf?.map(({ $ref = "" }) => [$ref.split("/").at(-1) ?? "", $ref]) ?? [],
    );
    const { propertyName = "", mapping = byName } = schema.discriminator ?? {};
    expect(new Set(Object.values(mapping)), place).toEqual(new Set(schema.oneOf?.map(({ $ref }) => $ref)));
    for (const [value, ref] of Object.entries(mapping)) {
      const option = components[ref.split("/").at(-1) ?? ""];
      expect(option?.required, ref).toContain(propertyName);
      const { const: only, enum: several = [only] } = (option?.properties?.[propertyName] ?? {}) as { const?: unknown; enum?: unknown[] };
      expect(several, ref).toContain(value);
    }
  }
});

it("has for each error a schema with its code and what it carries", () => {
  const withExtra = Object.entries(errorTable).flatMap(([code, rule]) =>
    "extra" in rule ? [[code, Object.keys(rule.extra.shape)] as const] : [],
  );
  expect(withExtra.length).toBeGreaterThan(8);
  for (const [code, keys] of withExtra) {
    const body = Object.values(components).find(({ properties }) => properties?.error?.const === code);
    expect(body?.required, code).toEqual(["error", "message", ...keys]);
    expect(Object.keys(body?.properties ?? {}), code).toEqual(expect.arrayContaining([...keys]));
  }
});
