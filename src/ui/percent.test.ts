import { expect, it } from "vitest";
import { percentOf } from "./percent.ts";

it("never says all of what is nearly all", () => {
  expect(percentOf(0.9999)).toBe("99.9%");
  expect(percentOf(1)).toBe("100%");
  expect(percentOf(0.00001)).toBe("0.1%");
  expect(percentOf(0)).toBe("0%");
});
