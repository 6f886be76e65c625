import { expect, test } from "vitest";
import { choiceIn } from "./kept-choice.ts";

test("an overview is shown for 30 days until somebody chooses otherwise", () => {
  expect(choiceIn(null)).toEqual({ shown: true, span: "last_30_days" });
  expect(choiceIn("hidden last_7_days")).toEqual({ shown: false, span: "last_7_days" });
  expect(choiceIn("shown last_century")).toEqual({ shown: true, span: "last_30_days" });
});
