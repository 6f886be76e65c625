import { expect, it, vi } from "vitest";
import { fakeBrowser } from "./fake-browser.ts";

fakeBrowser();
const { errorsIn, strays } = await import("./form-errors.ts");

/** As much of a form as tells which fields it has, and which rules stand under them. */
function formOf(fields: readonly string[], said: readonly string[]) {
  vi.stubGlobal("CSS", { escape: (text: string) => text });
  return {
    querySelector: (selector: string) => (fields.some((field) => selector.includes(`"${field}"`)) ? {} : null),
    querySelectorAll: () => said.map((textContent) => ({ textContent })),
  } as unknown as HTMLFormElement;
}

it("says above the buttons what no field shows, and never where that is in the body", () => {
  const errors = [...errorsIn({ filter_config: { conditions: [{ path: { type: "too_small", message: "Enter a path" } }] } })];
  expect(strays(errors, formOf([], []))).toBe("Enter a path");
  expect(strays(errors, formOf(["filter_config.conditions.0.path"], []))).toBeUndefined();
  expect(strays(errors, formOf([], ["Enter a path"]))).toBeUndefined();
});
