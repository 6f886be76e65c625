import { expect, it } from "vitest";
import { destinationOf } from "./sign-in-search.ts";

const origin = "https://caseload.example.com";

it.each<[to: unknown, destination: string]>([
  [undefined, "/"],
  ["/", "/"],
  ["/t/1/runs?state=failed#m3", "/t/1/runs?state=failed#m3"],
  [`${origin}/t/1`, "/t/1"],
  ["t/1", "/t/1"],
  ["http://evil.example", "/"],
  ["https://evil.example/t/1", "/"],
  ["HTTPS:evil.example", "/evil.example"],
  ["http://caseload.example.com/t/1", "/"],
  [`${origin}.evil.example`, "/"],
  [`${origin}@evil.example`, "/"],
  ["https://evil.example\\@caseload.example.com", "/"],
  ["//evil.example", "/"],
  ["///evil.example", "/"],
  ["/\\evil.example", "/"],
  ["\\\\evil.example", "/"],
  ["/\t/evil.example", "/"],
  ["\n//evil.example", "/"],
  [" https://evil.example", "/"],
  ["/.//evil.example", "/evil.example"],
  ["/t/..//evil.example", "/evil.example"],
  ["javascript:alert(1)", "/"],
  ["data:text/html,x", "/"],
  ["blob:https://caseload.example.com/1", "/"],
  ["https://[", "/"],
  [["http://evil.example"], "/"],
  [{ href: "http://evil.example" }, "/"],
  ['"http://evil.example"', "/%22http://evil.example%22"],
])("leads %j to %s", (to, destination) => {
  expect(destinationOf(to, origin)).toBe(destination);
  expect(new URL(destinationOf(to, origin), origin).origin).toBe(origin);
});
