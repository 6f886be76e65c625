import { test } from "vitest";
import { dispatchWithKills } from "./dispatches.cases.ts";

test("two processes of which one is killed give each case to one run, in the order that cases are taken", () =>
  dispatchWithKills({ cases: 60, kills: 1, hurry: true }));
