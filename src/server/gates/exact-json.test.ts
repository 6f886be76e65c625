import fc from "fast-check";
import { expect, it } from "vitest";
import { ExactNumber, mapTexts, numberOf, parseExact, withPlainNumbers } from "#contract/exact-json.ts";
import { numbersFor } from "#contract/numbers-for.ts";
import { z } from "#contract/zod.ts";

const odd = [
  "3544790567247868102",
  "1.10",
  "1e400",
  "-0",
  "0.1e1",
  "12345678901234567890.55",
  "10.0",
  "0.0000001",
  "9007199254740993",
  "-1E-7",
];

it.each(odd)("keeps %s as it was written", (written) => {
  for (const text of [written, `[${written}]`, `{"a":${written},"b":[1,{"c":${written}}]}`, `{"a": ${written}\n}`]) {
    const value = parseExact(text);
    expect(JSON.stringify(value)).toBe(text.replaceAll(/\s/g, ""));
    expect(JSON.stringify(mapTexts(value, (each) => each))).toBe(text.replaceAll(/\s/g, ""));
    expect(withPlainNumbers(value)).toEqual(JSON.parse(text));
  }
  expect(String(numberOf(written))).toBe(written);
});

const figure = fc.stringMatching(/^-?(?:0|[1-9]\d{0,24})(?:\.\d{1,24})?(?:[eE][-+]?\d{1,3})?$/);
const text = fc.oneof(
  fc.string(),
  figure,
  figure.map((one) => `"${one}", ${one}`),
);
const { value: json } = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    figure,
    text.map((one) => JSON.stringify(one)),
    fc.constantFrom("true", "false", "null"),
    fc.array(tie("value"), { maxLength: 4 }).map((all) => `[${all.join(",")}]`),
    // A key of digits would move to the front.
    fc
      .dictionary(
        text.map((key) => `k${key}`),
        tie("value"),
        { maxKeys: 4 },
      )
      .map(
        (all) =>
          `{${Object.entries(all)
            .map(([key, one]) => `${JSON.stringify(key)}:${one}`)
            .join(",")}}`,
      ),
  ),
}));

it("writes every JSON text as it was read", () => {
  const same = (written: string) => {
    expect(JSON.stringify(parseExact(written))).toBe(written);
  };
  fc.assert(fc.property(json, same), { numRuns: 2_000 });
});

it("leaves a number that JavaScript writes the same a number", () => {
  const same = (written: string) => {
    expect(parseExact(written)).toEqual(JSON.parse(written));
  };
  fc.assert(fc.property(fc.jsonValue(), (value) => same(JSON.stringify(value))));
});

it("gives a schema its numbers, and any value as it was sent", () => {
  const schema = z.strictObject({
    limit: z.int().optional(),
    list: z.array(z.union([z.strictObject({ n: z.number() }), z.strictObject({ any: z.record(z.string(), z.unknown()) })])),
    any: z.unknown().optional(),
    open: z.looseObject({ n: z.number() }).nullable(),
  });
  const given = parseExact('{"limit":10.0,"list":[{"n":1e1},{"any":{"n":1.10}}],"any":[1.10],"open":{"n":2.0}}');
  const read = z.parse(schema, numbersFor(schema, given));
  expect(read).toEqual({
    limit: 10,
    list: [{ n: 10 }, { any: { n: new ExactNumber("1.10") } }],
    any: [new ExactNumber("1.10")],
    open: { n: 2 },
  });
});
