import fc from "fast-check";
import type { $ZodType } from "#contract/zod.ts";
import { hostileText, hostileValue } from "./hostile.ts";
import { type Node, unwrap } from "./schema-nodes.ts";

/** Values of a schema, with something hostile now and then at every place. */
export function arbitraryOf(schema: $ZodType): fc.Arbitrary<unknown> {
  const { node, nullable } = unwrap(schema);
  const fitting = ofNode(node);
  return fc.oneof(
    { weight: 14, arbitrary: fitting },
    { weight: 1, arbitrary: hostileValue },
    ...(nullable ? [{ weight: 1, arbitrary: fc.constant(null) }] : []),
  );
}

function ofNode(node: Node): fc.Arbitrary<unknown> {
  switch (node.kind) {
    case "object": {
      const fields = Object.entries(node.shape);
      const required = fields.filter(([, child]) => !unwrap(child).optional).map(([key]) => key);
      return fc.record(Object.fromEntries(fields.map(([key, child]) => [key, arbitraryOf(child)])), { requiredKeys: required });
    }
    case "array":
      return fc.array(arbitraryOf(node.element), { minLength: node.min, maxLength: Math.min(node.max ?? 4, 4) });
    case "record":
      return fc.dictionary(fc.oneof(fc.string({ minLength: 1, maxLength: 20 }), hostileText), arbitraryOf(node.value), { maxKeys: 4 });
    case "union":
      return fc.oneof(...node.options.map(arbitraryOf));
    case "string":
      return ofString(node);
    case "number":
      return ofNumber(node);
    case "choice":
      return fc.constantFrom(...node.values);
    case "any":
      return fc.jsonValue({ maxDepth: 3 });
    default:
      return fc.boolean();
  }
}

// Made once: for each of these fast-check works out every way in which a text can be shrunk, and most of the gate's time went into that.
const guid = fc.oneof(fc.uuid(), fc.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/));
const instant = fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
const [email, url] = [fc.emailAddress(), fc.webUrl()];
/** A place in a list, mostly on a day that no calendar has. */
const cursor = fc.stringMatching(
  /^((created_at|updated_at):(asc|desc):)?\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
);
const formed = fc.oneof(fc.stringMatching(/^[0-9a-f]{64}$/), fc.stringMatching(/^\d{6}$/), fc.constant("text/csv"), cursor);
const path = fc.stringMatching(/^(\/workspace\/)?[a-z]{1,8}(\/[a-z]{1,8}){0,2}\.csv$/);
const plain = new Map<string, fc.Arbitrary<string>>();

function plainText(minLength: number, maxLength: number): fc.Arbitrary<string> {
  const made = plain.get(`${minLength} ${maxLength}`) ?? fc.string({ unit: "grapheme", minLength, maxLength });
  plain.set(`${minLength} ${maxLength}`, made);
  return made;
}

function ofString({ format, min, max }: Extract<Node, { kind: "string" }>): fc.Arbitrary<unknown> {
  switch (format) {
    case "guid":
      return guid;
    case "datetime":
      return instant;
    case "email":
      return email;
    case "url":
      return url;
    case "regex":
      return formed;
    default:
      return fc.oneof({ weight: 3, arbitrary: plainText(min ?? 0, Math.min(max ?? 30, 30)) }, { weight: 1, arbitrary: path });
  }
}

function ofNumber({ whole, min, max, fromText }: Extract<Node, { kind: "number" }>): fc.Arbitrary<unknown> {
  const bounds = { min: Math.max(min?.value ?? 0, -1e15), max: Math.min(max?.value ?? 1e15, 9007199254740991) };
  const number: fc.Arbitrary<number> =
    whole || fromText ? fc.integer({ min: Math.ceil(bounds.min), max: Math.floor(bounds.max) }) : fc.double({ ...bounds, noNaN: true });
  return fromText ? number.map(String) : number;
}
