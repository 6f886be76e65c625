import { expect, it } from "vitest";
import { soughtBy } from "#contract/sought.ts";

it.each([
  ["", "Anything", true],
  ["  ", "Anything", true],
  [" report ", "Report of May", true],
  ["may report", "Report of May", true],
  ["may june", "Report of May", false],
  ["äHRE", "Ähre", true],
  ["résumé", "re\u0301sume\u0301.pdf", true],
  ["ЗАЯВКА", "заявка 7", true],
])("%j finds in %j: %j", (search, text, found) => {
  expect(soughtBy(search)(text)).toBe(found);
});
