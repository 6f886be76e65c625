import { expect, it } from "vitest";
import { type $ZodType, z } from "#contract/zod.ts";
import { readExamples } from "#server/platform/http/openapi/examples.ts";
import { storedShape } from "#server/platform/http/stored-shape.ts";
import { subjects } from "./examples.ts";
import { replaced } from "./inputs.ts";
import { hasReply } from "./record-examples.ts";
import { type Node, unwrap } from "./schema-nodes.ts";

type Path = readonly (string | number)[];

/** Of each kind what rules refuse. A store holds it where a rule came later, or where another door let it in. */
function* oddValues(node: Node, value: unknown): Generator {
  if (node.kind === "string") yield* ["", " ", "r&d@example", "\u202e\u200b\n", "http:", "2026-13-45", "a".repeat(1_000_000)];
  if (node.kind === "number") yield* [-1, 0.5, 1e300];
  if (node.kind === "array") yield* [[], Array.from({ length: 10_001 }, () => (value as readonly unknown[])[0])];
}

/** Every value of a reply with its place, but what the reply names from a closed set. */
function* places(schema: $ZodType, value: unknown, path: Path): Generator<{ path: Path; odd: unknown }> {
  const { node } = unwrap(schema);
  const isEmpty = Array.isArray(value) && value.length === 0;
  if (!isEmpty) for (const odd of oddValues(node, value)) yield { path, odd };
  if (node.kind === "object" || node.kind === "record")
    for (const [key, inside] of Object.entries(value as object)) {
      const field = node.kind === "object" ? node.shape[key] : node.value;
      if (field && inside !== null) yield* places(field, inside, [...path, key]);
    }
  if (node.kind === "array" && !isEmpty) yield* places(node.element, (value as readonly unknown[])[0], [...path, 0]);
  if (node.kind === "union") {
    const option = node.options.find((one) => z.safeParse(one, value).success);
    if (option) yield* places(option, value, path);
  }
}

it("no reply refuses a text, a number or a list for what it is: what is stored can always be read", () => {
  const examples = readExamples();
  let tried = 0;
  const refused = subjects
    .filter((subject) => hasReply(subject))
    .flatMap(({ endpoint: { name, reply } }) =>
      [...places(reply, examples.get(name)?.reply, [])].flatMap(({ path, odd }) => {
        tried += 1;
        const { error } = z.safeParse(storedShape(reply), replaced(examples.get(name)?.reply, path, odd));
        return error ? [`${name} ${path.join(".")} ${JSON.stringify(odd).slice(0, 40)}: ${error.issues[0]?.message}`] : [];
      }),
    );
  expect(refused).toEqual([]);
  expect(tried).toBeGreaterThan(5_000);
});

it("a reply still refuses a field that it does not list, at each place, and another kind of value", () => {
  const examples = readExamples();
  const taken = subjects
    .filter((subject) => hasReply(subject))
    .flatMap(({ endpoint: { name, reply } }) => {
      const example = examples.get(name)?.reply;
      const objects = [...objectsIn(reply, example, [])];
      return objects.flatMap(({ path, value }) => {
        const more = replaced(example, path, { ...value, zz_unlisted: "a secret" });
        const other = Object.entries(value).find(([, inside]) => typeof inside === "string")?.[0];
        const wrong = [more, ...(other === undefined ? [] : [replaced(example, [...path, other], [["another kind"]])])];
        return wrong.some((one) => z.safeParse(storedShape(reply), one).success) ? [`${name} ${path.join(".")}`] : [];
      });
    });
  expect(taken).toEqual([]);
});

function* objectsIn(schema: $ZodType, value: unknown, path: Path): Generator<{ path: Path; value: object }> {
  const { node } = unwrap(schema);
  if (node.kind === "object") {
    yield { path, value: value as object };
    for (const [key, inside] of Object.entries(value as object))
      if (inside !== null && node.shape[key]) yield* objectsIn(node.shape[key], inside, [...path, key]);
  }
  if (node.kind === "array" && (value as readonly unknown[]).length > 0)
    yield* objectsIn(node.element, (value as readonly unknown[])[0], [...path, 0]);
  if (node.kind === "union") {
    const option = node.options.find((one) => z.safeParse(one, value).success);
    if (option) yield* objectsIn(option, value, path);
  }
}
