import fc from "fast-check";
import type { $ZodType } from "#contract/zod.ts";
import { type Node, unwrap } from "./schema-nodes.ts";

/** Texts that have broken services before. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    "",
    " ",
    "\u0000",
    "a\u0000b",
    "\ud800",
    "\udc00\ud800",
    "\ufeff",
    "\u202egnp.exe",
    "e\u0301",
    "😀",
    "👩‍👩‍👧‍👦".repeat(50),
    "ﷺ".repeat(200),
    "İ",
    "ß",
    "../../../etc/passwd",
    "..%2f..%2fetc%2fpasswd",
    "%2e%2e/",
    "..\\..\\windows",
    "/etc/passwd",
    "/workspace/../etc",
    "./.",
    "a//b",
    "con",
    "\r\nx-injected: 1",
    "'; drop table runs; --",
    '" or 1=1 --',
    "%",
    "_",
    "\\",
    "%_\\",
    "$1",
    "${7*7}",
    "{{message}}",
    "<script>alert(1)</script>",
    "__proto__",
    "constructor",
    "toString",
    "-0",
    "0x10",
    "1e400",
    "-1e400",
    "NaN",
    "Infinity",
    "null",
    "undefined",
    "true",
    "[]",
    "{}",
    "00000000-0000-0000-0000-000000000000",
    "9007199254740993",
    "٣",
    "1_000",
    "+1",
    " 1 ",
    "2026-02-30T00:00:00Z",
    "0000-01-01T00:00:00Z",
    "9999-12-31T23:59:59.999Z",
    "-271821-04-20T00:00:00Z",
    "2026-01-31T24:00:00Z",
  ),
  fc.constantFrom(1_000, 5_001, 100_001).map((n) => "a".repeat(n)),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({ unit: "grapheme", maxLength: 40 }),
);

/** A key `__proto__` of its own, as only JSON can make it. */
const ownPrototype: unknown = JSON.parse('{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}');

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let i = 0; i < depth; i++) value = i % 2 ? [value] : { a: value };
  return value;
}

export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  {
    weight: 3,
    arbitrary: fc.constantFrom<unknown>(
      null,
      true,
      false,
      [],
      {},
      0,
      -0,
      -1,
      0.1,
      1e21,
      1e308,
      5e-324,
      2 ** 31,
      2 ** 53,
      2 ** 63,
      ownPrototype,
      [null],
      [[]],
      nested(40),
      nested(70),
    ),
  },
  { weight: 1, arbitrary: fc.array(fc.constant("a"), { minLength: 300, maxLength: 1200 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
);

/** Bodies that are no JSON, or JSON that no serializer writes. */
export const rawBody: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    "",
    " ",
    "{",
    "}",
    "[",
    "nul",
    "null",
    "0",
    '"x"',
    "[]",
    "{} {}",
    "\ufeff{}",
    "{a:1}",
    "{'a':1}",
    '{"a":1,}',
    '{"name":1e400}',
    '{"name":-0}',
    '{"name":"\\ud800"}',
    '{"name":"\\u0000"}',
    '{"name":"a","name":"b"}',
    '{"__proto__":{"name":"a"}}',
    '{"constructor":{"prototype":{"name":"a"}}}',
    '{"name":0123}',
    '{"name":"\u0001"}',
    "\u0000",
    "name=a",
    "<a/>",
  ),
  fc.constantFrom(63, 64, 65, 5_000, 200_000).map((n) => "[".repeat(n) + "]".repeat(n)),
  fc.constantFrom(70, 10_000).map((n) => `${'{"a":'.repeat(n)}1${"}".repeat(n)}`),
  fc.string({ unit: "binary", maxLength: 60 }),
);

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
