import { expect, test } from "vitest";
import { parseExact } from "#contract/exact-json.ts";
import { type Comparison, comparisons, holds } from "#contract/schedules/payload-conditions.ts";
import { unmatched } from "#contract/schedules/trigger-filter.ts";

/** A list that counts how often a place of it is looked at. */
function counted(list: readonly unknown[]) {
  let looks = 0;
  const watched: unknown = new Proxy(list, {
    get: (target, name, self) => {
      if (typeof name === "string" && /^\d+$/.test(name)) looks += 1;
      return Reflect.get(target, name, self) as unknown;
    },
  });
  return { payload: { list: watched }, looks: () => looks };
}
const numbers = Array.from({ length: 110_000 }, (_, i) => i);
const isTrue = (payload: unknown, is: Comparison, value: string) => holds(payload, { path: "list", is, value });

test.each(comparisons)("“%s” looks at the beginning of a long list only, and so does what says why it failed", (is) => {
  const { payload, looks } = counted(numbers);
  const conditions = Array.from({ length: 10 }, () => ({ path: "list", is, value: "no such element" }));
  const fields = unmatched({ conditions }, {}, payload);
  for (const { found } of fields) expect(found).toMatch(/^\[0,1,2,3,.{190,}…$/);
  expect(looks()).toBeLessThan(20_000);
});

test("a list contains what one of its first 1,000 elements is", () => {
  const payload = { list: [1, 1.5, "Two", true, null, { a: [1] }, ...numbers] };
  for (const value of ["1", "1.5", "Two", "true", "null", '{"a":[1]}', "900"])
    expect([value, isTrue(payload, "contains", value)]).toEqual([value, true]);
  for (const value of ["two", "1.0", "01", "+1", '{"a":[1]', "", "5000"])
    expect([value, isTrue(payload, "contains", value)]).toEqual([value, false]);
});

test("an object or a list is compared as it is written", () => {
  const payload = { list: { a: [1, 'x"y'], b: null } };
  expect(isTrue(payload, "is", '{"a":[1,"x\\"y"],"b":null}')).toBe(true);
  expect(isTrue(payload, "is", '{"a":[1,"x\\"y"],"b":null')).toBe(false);
  expect(isTrue(payload, "is_not", "{}")).toBe(true);
  expect(isTrue(payload, "contains", '"B":NULL')).toBe(true);
  expect(isTrue({ list: [] }, "is", "[]")).toBe(true);
  expect(isTrue({ list: numbers }, "is", JSON.stringify(numbers).slice(0, 500))).toBe(false);
  expect(isTrue({}, "is", "undefined")).toBe(false);
});

test("numbers are compared by every digit that was sent", () => {
  const payload = parseExact('{"list":3544790567247868102,"sum":-12345678901234567890.50,"far":1e400,"near":1.10}');
  const is = (path: string, how: Comparison, value: string) => holds(payload, { path, is: how, value });
  expect(is("list", "more_than", "3544790567247868101")).toBe(true);
  expect(is("list", "less_than", "3544790567247868103")).toBe(true);
  expect([is("list", "is", "3544790567247868102"), is("list", "is", "3544790567247868103")]).toEqual([true, false]);
  expect(is("sum", "less_than", "-12345678901234567890.4")).toBe(true);
  expect([is("sum", "is", "-12345678901234567890.5"), is("near", "is", "1.1"), is("near", "is", "1.10")]).toEqual([true, true, true]);
  expect(is("far", "more_than", "9".repeat(400))).toBe(true);
  expect(is("far", "more_than", "9".repeat(401))).toBe(false);
});

test("a long text is compared as a whole", () => {
  const list = `${"a".repeat(200_000)}Needle`;
  expect(isTrue({ list }, "contains", "needle")).toBe(true);
  expect(isTrue({ list }, "is", list)).toBe(true);
});
