import { expect, it } from "vitest";
import { filePath, queryInt } from "#contract/fields.ts";
import { baseName } from "#contract/library/files.ts";
import type { z } from "#contract/zod.ts";

const said = (rule: z.ZodType, given: unknown) => rule.safeParse(given).error?.issues.map(({ message }) => message);

it.each([
  [filePath, "reports/2026.csv", undefined],
  [filePath, "reports//2026.csv", "Use a relative path such as reports/2026.csv, without empty parts, “.” or “..”"],
  [filePath, "a\nb", "Leave out \\, line breaks and other control characters"],
  [filePath, `a/${"b".repeat(256)}`, "Use at most 1,024 bytes, and 255 for each part between two /"],
  [baseName, "2026.csv", undefined],
  [baseName, "a/b", "Use a plain name without / or \\"],
  [baseName, "b".repeat(300), "Use at most 200 characters"],
  [baseName, "é".repeat(200), "Use at most 1,024 bytes, and 255 for each part between two /"],
  [baseName, "a\0b", "This contains characters that cannot be stored"],
  [queryInt(1, 100), "1.5", "Use one whole number"],
  [queryInt(1, 100), ["1", "2"], "Use one whole number"],
  [queryInt(1, 100), "101", "Use 100 or less"],
])("says of a value the one rule that it breaks: %#", (rule, given, why) => {
  expect(said(rule, given)).toEqual(why === undefined ? undefined : [why]);
});
