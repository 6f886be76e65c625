import { expect, test } from "vitest";
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

test("a long text is compared as a whole", () => {
  const list = `${"a".repeat(200_000)}Needle`;
  expect(isTrue({ list }, "contains", "needle")).toBe(true);
  expect(isTrue({ list }, "is", list)).toBe(true);
});
