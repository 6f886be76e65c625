import { describe, expect, it } from "vitest";
import { fakeBrowser } from "#api/fake-browser.ts";

fakeBrowser();
const { lackOf } = await import("./waiting-items.ts");

const part = (data: unknown, status?: number) => {
  const error = status === undefined ? null : { status, message: "" };
  return { data, error, failureReason: error, refetch: () => undefined } as never;
};

describe("what is known of the inbox", () => {
  it("is all of it once each part is read, or is none of this role or service", () => {
    const first = part({});
    expect(lackOf(first, [first, part({}), part(undefined, 403), part(undefined, 404)]).missing).toEqual([]);
  });
  it("lacks a part that is on its way, and one that failed", () => {
    const [first, coming, busy] = [part({}), part(undefined), part(undefined, 429)];
    expect(lackOf(first, [first, coming, busy])).toEqual({ missing: [coming, busy], failed: busy });
  });
  it("lacks what every member has, also where that is refused", () => {
    const first = part(undefined, 403);
    expect(lackOf(first, [first, part({})]).failed).toBe(first);
  });
});
